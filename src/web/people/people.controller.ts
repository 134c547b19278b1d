import { Controller, Get, Inject, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import type { ClientOrigin } from '#identity/sign-in/sign-in-attempt.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { page, type Answer } from '../rendering/answers.js';
import {
  CurrentViewer,
  CurrentClientOrigin,
  QueryAs,
  CurrentTranslations,
  type Translations,
} from '../requests/parameter-decorators.js';
import { PeoplePage } from '#views/pages/people.js';
import { PersonPage } from '#views/pages/person.js';
import { ListPeople, FindPerson } from '#query-handling/people/list-people.js';
import { FindAccountHistory } from '#query-handling/timeline/event-history.js';
import { FindPublishedApplications } from '#query-handling/specifications/find-published-applications.js';
import { FindProviderIdentities } from '#query-handling/people/provider-identities.js';
import {
  HAS_PASSWORDS,
  SIGN_IN_PROVIDERS,
  type SignInProvider,
} from '#identity/providers/sign-in-provider.js';
import { Accounts } from '#identity/accounts.js';
import { ApiTokens } from '#identity/api-tokens.js';
import { SecondFactors } from '#identity/second-factor/second-factors.js';
import { Workload } from '../rendering/response-workload.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import { presentPeople, presentPerson } from './people-page.js';
import { PEOPLE_QUERY } from './people-query.js';
import { eventHref, personHref } from '../addresses/page-addresses.js';
import { PEOPLE_PATH, PROVIDER_ROLES_PATH } from '#views/addresses.js';
import { presentHistory } from '../timeline/timeline-item.js';
const ROWS = 50;
const EVENTS = 50;

const PERSON_QUERY = z.object({
  history: z
    .string()
    .optional()
    .transform((cursor) => cursor || undefined),
});

@Workload('page')
@ForAdmins('to.see-people')
@Controller(PEOPLE_PATH)
export class PeopleController {
  @Inject(HAS_PASSWORDS) private readonly hasPasswords!: boolean;

  constructor(
    private readonly queries: QueryBus,
    private readonly accounts: Accounts,
    private readonly tokens: ApiTokens,
    @Inject(SIGN_IN_PROVIDERS) private readonly providers: readonly SignInProvider[],
    private readonly secondFactors: SecondFactors,
  ) {}

  @Get()
  async all(
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(PEOPLE_QUERY) { q: search, page: number }: z.output<typeof PEOPLE_QUERY>,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const [people, applications] = await Promise.all([
      this.queries.execute(new ListPeople(viewer, { search, page: number, limit: ROWS })),
      this.queries.execute(new FindPublishedApplications()),
    ]);
    const ids = people.people.map(({ id }) => id);
    const identities = await this.queries.execute(new FindProviderIdentities(viewer, ids));
    const props = {
      ...presentPeople(people, search, { applications, identities, providers: this.providers, t }),
      ...(this.providers.length > 0 && { providerRoles: PROVIDER_ROLES_PATH }),
    };
    return page(PeoplePage, props, { title: t('frame.people') });
  }

  @Get(':id')
  @ForAdmins('to.see-roles', { idParam: 'id' })
  async one(
    @Param('id') id: string,
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(PERSON_QUERY) { history: cursor }: z.output<typeof PERSON_QUERY>,
    @CurrentClientOrigin() { address }: ClientOrigin,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const person = await this.queries.execute(new FindPerson(viewer, id));
    const applications = await this.queries.execute(new FindPublishedApplications());
    const history = await this.queries.execute(
      new FindAccountHistory(applications, id, viewer, {
        limit: EVENTS,
        ...(cursor !== undefined && { cursor }),
      }),
    );
    const { items: events, names, next } = history;
    const props = presentPerson(person, {
      applications,
      t,
      history: presentHistory(viewer, { events, names, published: applications, t }, { href: eventHref }),
      ...(next !== undefined && { historyMore: `${personHref(id)}?history=${next}#history` }),
      sessions: await this.accounts.openSessions(id, address),
      tokens: await this.tokens.list(id),
      hasSecondFactor: (await this.secondFactors.hasForDisplay(id)) === true,
      identities: await this.queries.execute(new FindProviderIdentities(viewer, [id])),
      providers: this.providers,
      hasPasswords: this.hasPasswords,
      viewer,
    });
    return page(PersonPage, props, { title: props.name });
  }
}
