import { Module } from '@nestjs/common';
import { FindDeputiesHandler } from './find-deputies.handler.js';
import { FindPersonHandler } from './find-person.handler.js';
import { FindProviderIdentitiesHandler } from './find-provider-identities.handler.js';
import { FindPrincipalsOfDeputyHandler } from './find-principals-of-deputy.handler.js';
import { FindRoleHoldersHandler } from './find-role-holders.handler.js';
import { ListDelegationsHandler } from './list-delegations.handler.js';
import { ListPeopleHandler } from './list-people.handler.js';
import { ListPossibleDeputiesHandler } from './list-possible-deputies.handler.js';

@Module({
  providers: [
    FindDeputiesHandler,
    FindPersonHandler,
    FindPrincipalsOfDeputyHandler,
    FindProviderIdentitiesHandler,
    FindRoleHoldersHandler,
    ListDelegationsHandler,
    ListPeopleHandler,
    ListPossibleDeputiesHandler,
  ],
})
export class PeopleQueriesModule {}
