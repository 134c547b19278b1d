// GET /-/calls: what is still to be done about calls and mails. POST /-/calls/<id>/retry and …/give-up: what an admin decides.
import { Controller, Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { CallsPage } from '#views/pages/calls.js';
import type { Refusal } from '#views/view-models/shown.js';
import { createGiveUpCommand, createRetryCommand } from '#command-handling/calls/admin-call-commands.js';
import type { CallCommandTarget } from '#domain/call/call-commands.js';
import { findCallByName, listCalls, type WaitingCall } from '#query-handling/calls/list-calls.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { findPublishedByKey } from '#query-handling/timeline/list-timeline.js';
import { Answers } from '../rendering/answer-kind.js';
import { ForAdmins } from '../authorization/authorization.js';
import { readQuery, isId } from '../addresses/page-addresses.js';
import { seeOther } from '../http/cookies.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { readForm, textInput } from '../http/request-body.js';
import { PageLayouts, layoutWithWarnings } from '../layout/page-layout.js';
import { presentCalls, readCallsFilter } from './calls-page.js';
import { sendPage } from '../rendering/page-rendering.js';
import { CALLS } from '#views/addresses.js';
import { showInvalid } from '../errors/show-invalid.js';
import { Commands, createCommandContext, requireViewer } from '../authorization/commands.js';
import { translateFor } from '../language.js';

@Answers('page')
@Controller(CALLS)
export class CallsController {
  constructor(
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly commands: Commands,
    private readonly frames: PageLayouts,
  ) {}

  @Get()
  @ForAdmins('to.see-calls')
  async all(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.page(request, response, []);
  }

  @Post(':id/retry')
  @ForAdmins('to.retry-calls')
  async retry(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { call, on } = await this.on(request, id);
    const written = await this.commands.send(createRetryCommand(call, on));
    seeOther(response, CALLS, { notice: translateFor(request)('status.retrying'), written });
  }

  @Post(':id/give-up')
  @ForAdmins('to.give-up-calls')
  async giveUp(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { call, on } = await this.on(request, id);
    const reason = textInput(readForm(request), 'reason');
    await showInvalid(
      request,
      async () => {
        const written = await this.commands.send(createGiveUpCommand(call, on, reason));
        seeOther(response, CALLS, { notice: translateFor(request)('calls.gaveUp'), written });
      },
      (refusals, status) => this.page(request, response, refusals, status),
      on.application,
    );
  }

  private async on(
    request: Request,
    id: string,
  ): Promise<{ readonly call: WaitingCall; readonly on: CallCommandTarget }> {
    const call = isId(id) ? await findCallByName(this.sources, id) : undefined;
    if (!call) throw builtInRefusal('NOT_FOUND');
    const { application, entity, record, call: name } = call;
    const context = createCommandContext(request, readForm(request)['commandId']);
    return { call, on: { application, entity, record, id, call: name, context } };
  }

  private async page(
    request: Request,
    response: Response,
    refusals: readonly Refusal[],
    status?: number,
  ): Promise<void> {
    const viewer = requireViewer(request);
    const query = readQuery(request);
    const which = readCallsFilter(query.get('which'));
    const [calls, applications] = await Promise.all([
      listCalls(this.sources, viewer, which, query.get('after') || undefined),
      findPublishedByKey(this.sources),
    ]);
    const frame = await layoutWithWarnings(this.frames, request, {
      title: translateFor(request)('frame.calls'),
    });
    const shown = presentCalls(calls, which, { applications, t: translateFor(request) });
    await sendPage(response, createElement(CallsPage, { frame, ...shown, refusals }), status);
  }
}
