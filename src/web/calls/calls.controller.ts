import { Controller, Get, Param, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { CallsPage } from '#views/pages/calls.js';
import type { Refusal } from '#views/view-models/display-value.js';
import {
  createGiveUpCommandForCall,
  createRetryCommandForCall,
} from '#command-handling/calls/create-admin-call-commands.js';
import type { CallCommandTarget } from '#domain/call/call-commands.js';
import { FindCall, ListCalls, type WaitingCall } from '#query-handling/calls/list-calls.js';
import { FindPublishedApplications } from '#query-handling/specifications/find-published-applications.js';
import { Workload } from '../rendering/response-workload.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import { isRecordId } from '#domain/stream-names.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { readTextInput, type Form } from '../http/request-body.js';
import { presentCalls, readCallsFilter } from './calls-page.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import {
  CURSOR_SCHEMA,
  CurrentViewer,
  QueryAs,
  ReadFormLater,
  CurrentTranslations,
  type FormReader,
  type Translations,
} from '../requests/parameter-decorators.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import type { Translate } from '#views/messages/translate.js';
import { CALLS_PATH } from '#views/addresses.js';
import { showValidationErrors } from '../rendering/show-validation-errors.js';
import { CommandSender } from '../authorization/command-sender.js';

const CALLS_QUERY = z.object({
  which: z.string().optional().transform(readCallsFilter),
  after: CURSOR_SCHEMA,
});
type CallsQuery = z.output<typeof CALLS_QUERY>;

interface CallsRequest {
  readonly viewer: SignedInPerson;
  readonly query: CallsQuery;
  readonly t: Translate;
}

interface PostedDecision {
  readonly call: WaitingCall;
  readonly form: Form;
  readonly on: CallCommandTarget;
}

@Workload('page')
@ForAdmins('to.see-calls')
@Controller(CALLS_PATH)
export class CallsController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandSender,
  ) {}

  @Get()
  async all(
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(CALLS_QUERY) query: CallsQuery,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    return this.page({ viewer, query, t }, []);
  }

  @Post(':id/retry')
  @ForAdmins('to.retry-calls')
  async retry(
    @Param('id') id: string,
    @ReadFormLater() readForm: FormReader,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const { call, on } = await this.on(id, readForm);
    const written = await this.commands.send(createRetryCommandForCall(call, on));
    return goTo(CALLS_PATH, { notice: t('status.retrying'), written });
  }

  @Post(':id/give-up')
  @ForAdmins('to.give-up-calls')
  async giveUp(
    @Param('id') id: string,
    @ReadFormLater() readForm: FormReader,
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(CALLS_QUERY) query: CallsQuery,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const { call, form, on } = await this.on(id, readForm);
    const reason = readTextInput(form, 'reason');
    return showValidationErrors(
      t,
      async () => {
        const written = await this.commands.send(createGiveUpCommandForCall(call, on, reason));
        return goTo(CALLS_PATH, { notice: t('calls.gaveUp'), written });
      },
      (refusals, status) => this.page({ viewer, query, t }, refusals, status),
      on.application,
    );
  }

  private async on(id: string, readForm: FormReader): Promise<PostedDecision> {
    const call = isRecordId(id) ? await this.queries.execute(new FindCall(id)) : undefined;
    if (!call) throw createBuiltInRefusal('NOT_FOUND');
    const { application, entity, record, call: name } = call;
    const { form, context } = readForm();
    return { call, form, on: { application, entity, record, id, call: name, context } };
  }

  private async page(
    { viewer, query: { which, after }, t }: CallsRequest,
    refusals: readonly Refusal[],
    status?: number,
  ): Promise<Answer> {
    const [calls, applications] = await Promise.all([
      this.queries.execute(new ListCalls(viewer, which, after)),
      this.queries.execute(new FindPublishedApplications()),
    ]);
    const props = { ...presentCalls(calls, which, { applications, t }), refusals };
    return page(CallsPage, props, { title: t('frame.calls') }, { status });
  }
}
