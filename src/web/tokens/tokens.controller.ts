// The page where people make and revoke tokens of theirs; admins revoke those of others.
import { Body, Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import type { CommandContext, CommandResult } from '#domain/command.js';
import type { Specification } from '#specification/model/specification.js';
import { canAccessApplication } from '#domain/permissions.js';
import { ApiTokens } from '#identity/api-tokens.js';
import { OwnerConfirmation } from '#identity/owner-confirmation.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { CLOCK, type Clock } from '#ports/clock.js';
import type { PublishedApplications } from '#ports/specifications.js';
import { FindPublishedApplications } from '#query-handling/specifications/find-published-applications.js';
import { PEOPLE_PATH, TOKENS_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';
import { TokensPage } from '#views/pages/tokens.js';
import type { TokensPage as TokensPageProps, TypedToken } from '#views/view-models/tokens.js';
import { personHref } from '../addresses/page-addresses.js';
import { revokeTokenHref } from '../addresses/system-addresses.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import { groupErrorsByField } from '../errors/errors-by-field.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import type { Form } from '../http/request-body.js';
import type { RequestInput } from '../http/request-input.js';
import { readGivenByOwner } from '../requests/read-given-by-owner.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  CurrentRequest,
  CurrentViewer,
  FormCommandContext,
  FormPipe,
  CurrentTranslations,
  type Translations,
} from '../requests/parameter-decorators.js';
import { PageLayouts } from '../layout/page-layout.js';
import { presentTokens } from './present-tokens.js';
import { NOTHING_TYPED, readTypedToken, toTokenRequest } from './token-form.js';

interface TokensPageState {
  readonly typed?: TypedToken;
  readonly made?: TokensPageProps['made'];
  readonly failure?: RequestFailure;
  readonly written?: CommandResult;
}

@Workload('page')
@Controller()
export class TokensController {
  constructor(
    private readonly queries: QueryBus,
    private readonly tokens: ApiTokens,
    private readonly owner: OwnerConfirmation,
    private readonly layouts: PageLayouts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get(TOKENS_PATH)
  async show(
    @CurrentViewer() viewer: SignedInPerson,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    return this.page(viewer, t, {});
  }

  @Post(TOKENS_PATH)
  async make(
    @CurrentViewer() viewer: SignedInPerson,
    @CurrentRequest() request: RequestInput,
    @Body(FormPipe) form: Form,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const typed = readTypedToken(form);
    try {
      const wanted = toTokenRequest(typed, {
        now: this.clock(),
        timeZone: await this.layouts.timeZoneFor(viewer),
      });
      const given = readGivenByOwner(form, request);
      const { secret, written } = await this.tokens.issue(viewer, wanted, given, context);
      return await this.page(viewer, t, { made: { name: wanted.name.trim(), secret }, written });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      if (failure.reasons[0]?.code === 'COMMAND_REUSED')
        return goTo(TOKENS_PATH, { notice: t('tokens.alreadyMade') });
      if (failure.unforeseen || failure.kind === 'not signed in' || failure.kind === 'unavailable')
        throw error;
      return this.page(viewer, t, { typed, failure });
    }
  }

  @Post(`${TOKENS_PATH}/:token/revoke`)
  async revoke(
    @Param('token') token: string,
    @CurrentViewer() { id }: SignedInPerson,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const written = await this.tokens.revoke(id, token, context);
    return goTo(TOKENS_PATH, { notice: t('tokens.revoked'), written });
  }

  @Post(`${PEOPLE_PATH}/:id/tokens/:token/revoke`)
  @ForAdmins('to.revoke-tokens', { idParam: 'id' })
  async revokeOfAnother(
    @Param('id') id: string,
    @Param('token') token: string,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const written = await this.tokens.revoke(id, token, context);
    return goTo(personHref(id), { notice: t('tokens.revoked'), written });
  }

  private async page(
    viewer: SignedInPerson,
    t: Translate,
    { typed = NOTHING_TYPED, made, failure, written }: TokensPageState,
  ): Promise<Answer> {
    const [tokens, asked, applications] = await Promise.all([
      this.tokens.list(viewer.id),
      this.owner.listAsked(viewer.id),
      this.queries.execute(new FindPublishedApplications()),
    ]);
    const props = {
      tokens: presentTokens(tokens, { applications, revokeHref: revokeTokenHref, t }),
      ...(made && { made }),
      form: {
        action: TOKENS_PATH,
        commandId: uuid(),
        applications: listAccessible(applications, viewer).map(({ key, name }) => ({ key, name })),
        offersAdministration: viewer.admin || viewer.auditor,
        typed,
        asked,
        errors: groupErrorsByField(failure?.reasons ?? [], 'name'),
      },
    };
    const reply = { ...(failure && { status: failure.status }), ...(written && { written }) };
    return page(TokensPage, props, { title: t('tokens.title') }, reply);
  }
}

const listAccessible = (
  applications: PublishedApplications,
  viewer: SignedInPerson,
): readonly Specification[] =>
  [...applications.values()]
    .map(({ specification }) => specification)
    .filter((specification) => canAccessApplication(specification, viewer));
