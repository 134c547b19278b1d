// Admins unlink the accounts of others at providers.
import { Body, Controller, Inject, Param, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { PEOPLE_PATH } from '#views/addresses.js';
import type { CommandContext } from '#domain/command.js';
import { UnlinkIdentity } from '#domain/user/user-commands.js';
import { Accounts } from '#identity/accounts.js';
import {
  HAS_PASSWORDS,
  SIGN_IN_PROVIDERS,
  type SignInProvider,
} from '#identity/providers/sign-in-provider.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { FindPerson } from '#query-handling/people/list-people.js';
import { FindProviderIdentities } from '#query-handling/people/provider-identities.js';
import { personHref } from '../addresses/page-addresses.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import { CommandSender } from '../authorization/command-sender.js';
import type { Form } from '../http/request-body.js';
import { ApiCommandContext } from '../json/json-body.pipe.js';
import { writtenAnswer } from '../json/record-answers.js';
import { goTo, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  CurrentTranslations,
  CurrentViewer,
  FormCommandContext,
  FormPipe,
  type Translations,
} from '../requests/parameter-decorators.js';
import { isOnlyWayIn, toWaysIn } from './identities-of-person.js';

@Workload('page')
@ForAdmins('to.unlink-identities', { idParam: 'id' })
@Controller()
export class UnlinkIdentityController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandSender,
    private readonly accounts: Accounts,
    @Inject(HAS_PASSWORDS) readonly hasPasswords: boolean,
    @Inject(SIGN_IN_PROVIDERS) readonly providers: readonly SignInProvider[],
  ) {}

  @Post(`${PEOPLE_PATH}/:id/identities`)
  async unlink(
    @Param('id') id: string,
    @CurrentViewer() viewer: SignedInPerson,
    @Body(FormPipe) { identity = '' }: Form,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const person = await this.queries.execute(new FindPerson(viewer, id));
    const found = (await this.queries.execute(new FindProviderIdentities(viewer, [id]))).get(id);
    const written = await this.send({ id, identity, viewer, context });
    const { hasPasswords } = this;
    const isLast =
      found?.identities[0]?.identity === identity && isOnlyWayIn(person, found, { hasPasswords });
    const notice = t(isLast ? 'identities.unlinkedLast' : 'identities.unlinkedOfPerson');
    return goTo(personHref(id), { notice, written });
  }

  @Post(`/api${PEOPLE_PATH}/:id/identities/:identity/unlink`)
  async unlinkByApi(
    @Param('id') id: string,
    @Param('identity') identity: string,
    @CurrentViewer() viewer: SignedInPerson,
    @ApiCommandContext() context: CommandContext,
  ): Promise<Answer> {
    const written = await this.send({ id, identity, viewer, context });
    return writtenAnswer({ status: 200, id, written });
  }

  /** Waits, bounded, so that its sessions get nothing more. */
  private async send({
    viewer,
    ...on
  }: Omit<UnlinkIdentity['data'], 'except' | 'waysIn'> & { readonly viewer: SignedInPerson }) {
    const own = viewer.id === on.id ? viewer.session : undefined;
    const except = own === undefined ? {} : { except: own };
    const written = await this.commands.send(
      new UnlinkIdentity({ ...on, ...except, waysIn: toWaysIn(this) }),
    );
    await this.accounts.known(written);
    return written;
  }
}
