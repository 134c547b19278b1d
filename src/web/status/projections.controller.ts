// GET /-/status/read-models: which documents an event broke. POST …/<projection>/retry, skip, pause and resume: what an admin decides.
import { Controller, Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { ProjectionsPage } from '#views/pages/projections.js';
import type { Refusal } from '#views/view-models/shown.js';
import { PROJECTIONS } from '#views/addresses.js';
import {
  PauseProjection,
  ResumeProjection,
  RetryProjection,
  SkipEvent,
} from '#domain/projection/projection-commands.js';
import { isProcessName, RetryItem, SkipItem, type ProcessName } from '#domain/process/process-commands.js';
import { listStuckItems } from '#query-handling/calls/stuck-items.js';
import { READ_LOG, RUNNING_READ_MODELS, type LogReader } from '#query-handling/query-dependencies.js';
import type { RunningReadModels } from '#query-handling/running-read-models.js';
import { Answers } from '../rendering/answer-kind.js';
import { ForAdmins } from '../authorization/authorization.js';
import { readForm, textInput } from '../http/request-body.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { Commands, createCommandContext } from '../authorization/commands.js';
import { seeOther } from '../http/cookies.js';
import { PageLayouts, layoutWithWarnings } from '../layout/page-layout.js';
import { presentProjections } from './projections-page.js';
import { showInvalid } from '../errors/show-invalid.js';
import { sendPage } from '../rendering/page-rendering.js';
import { translateFor } from '../language.js';

/** The name in the address is that of a process or of a read model. */
const decisionOn = ({ projection = '' }: Readonly<Record<string, string>>) =>
  isProcessName(projection) ? 'to.decide-processes' : 'to.decide-read-models';

@Answers('page')
@Controller(PROJECTIONS)
export class ProjectionsController {
  constructor(
    @Inject(RUNNING_READ_MODELS) private readonly readModels: RunningReadModels,
    @Inject(READ_LOG) private readonly log: LogReader,
    private readonly commands: Commands,
    private readonly frames: PageLayouts,
  ) {}

  @Get()
  @ForAdmins('to.see-status')
  async all(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.page(request, response, []);
  }

  @Post(':projection/retry')
  @ForAdmins(decisionOn)
  async retry(
    @Param('projection') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (isProcessName(name)) return this.retryItem(name, request, response);
    const { projection, context } = await this.on(request, name);
    const form = readForm(request);
    const of = { collection: textInput(form, 'collection'), document: textInput(form, 'document') };
    const written = await this.commands.send(new RetryProjection({ projection, context, of }));
    seeOther(response, PROJECTIONS, { notice: translateFor(request)('status.retrying'), written });
  }

  private async retryItem(process: ProcessName, request: Request, response: Response): Promise<void> {
    const { item, context } = await this.stuckItem(process, request);
    const written = await this.commands.send(new RetryItem({ process, item, context }));
    seeOther(response, PROJECTIONS, { notice: translateFor(request)('status.retrying'), written });
  }

  private async skipItem(process: ProcessName, request: Request, response: Response): Promise<void> {
    const about = await this.stuckItem(process, request);
    await this.orSayWhyNot(request, response, async () => {
      const reason = textInput(readForm(request), 'reason');
      const written = await this.commands.send(new SkipItem({ process, ...about, reason }));
      seeOther(response, PROJECTIONS, { notice: translateFor(request)('status.leftUndone'), written });
    });
  }

  private async stuckItem(process: ProcessName, request: Request) {
    const form = readForm(request);
    const known = (await listStuckItems(this.log)).find(
      (each) => each.process === process && each.item === form['item'],
    );
    if (!known) throw builtInRefusal('NOT_FOUND');
    return { item: known.item, context: createCommandContext(request, form['commandId']) };
  }

  @Post(':projection/skip')
  @ForAdmins(decisionOn)
  async skip(
    @Param('projection') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (isProcessName(name)) return this.skipItem(name, request, response);
    const { projection, version, context } = await this.on(request, name);
    const form = readForm(request);
    const failed = (await this.readModels.failedDocuments(projection)).find(
      ({ collection, document, event }) =>
        collection === form['collection'] && document === form['document'] && event.id === form['event'],
    );
    if (!failed) throw builtInRefusal('NOT_FOUND');
    const { collection, document, event, error } = failed;
    const of = { collection, document, event: event.id, eventType: event.type, error };
    await this.orSayWhyNot(request, response, async () => {
      const reason = textInput(form, 'reason');
      const written = await this.commands.send(
        new SkipEvent({ projection, version, ...of, reason, context }),
      );
      seeOther(response, PROJECTIONS, { notice: translateFor(request)('status.leftOut'), written });
    });
  }

  /** The page once more, where something is missing in the form. */
  private async orSayWhyNot(
    request: Request,
    response: Response,
    decide: () => Promise<void>,
  ): Promise<void> {
    await showInvalid(request, decide, (refusals, status) => this.page(request, response, refusals, status));
  }

  @Post(':projection/pause')
  @ForAdmins('to.decide-read-models')
  async pause(
    @Param('projection') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const written = await this.commands.send(new PauseProjection(await this.on(request, name)));
    seeOther(response, PROJECTIONS, { notice: translateFor(request)('status.isPaused', { name }), written });
  }

  @Post(':projection/resume')
  @ForAdmins('to.decide-read-models')
  async resume(
    @Param('projection') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const written = await this.commands.send(new ResumeProjection(await this.on(request, name)));
    seeOther(response, PROJECTIONS, { notice: translateFor(request)('status.isResumed', { name }), written });
  }

  private async on(request: Request, name: string) {
    const known = (await this.readModels.health()).find(({ projection }) => projection === name);
    if (!known) throw builtInRefusal('NOT_FOUND');
    const context = createCommandContext(request, readForm(request)['commandId']);
    return { projection: name, version: known.version, context };
  }

  private async page(
    request: Request,
    response: Response,
    refusals: readonly Refusal[],
    status?: number,
  ): Promise<void> {
    const t = translateFor(request);
    const healths = await this.readModels.health();
    const all = await Promise.all(
      healths.map(async ({ projection, state, failure }) => ({
        projection,
        state,
        isFailed: failure !== undefined,
        failed: await this.readModels.failedDocuments(projection).catch(() => []),
      })),
    );
    const stuck = await listStuckItems(this.log).catch(() => []);
    const frame = await layoutWithWarnings(this.frames, request, { title: t('status.readModels') });
    await sendPage(
      response,
      createElement(ProjectionsPage, { frame, ...presentProjections(all, stuck, t), refusals }),
      status,
    );
  }
}
