// What waits for whoever asks: in all applications (GET / and /api/-/waiting) and in one (GET /<key>/-/waiting and /api/<key>/-/waiting).
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SOURCES, type Sources } from '#query-handling/query-dependencies.js';
import { newestWaiting, waitingRecords } from '#query-handling/waiting/waiting-records.js';
import { Answers } from '../rendering/answer-kind.js';
import { sendJson } from '../json/record-answers.js';
import { markOutdated } from '../json/outdated-header.js';
import { waitForPosition } from '../json/position-header.js';
import { waitingJson } from './waiting-json.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { PageLayouts } from '../layout/page-layout.js';
import { visibleApplication } from '../requests/record-request.js';
import { NEWEST_WAITING, recordHref, WAITING, waitingHref } from '../addresses/page-addresses.js';
import { redirect } from '../addresses/local-address.js';
import { requireViewer } from '../authorization/commands.js';
import { showWork } from './show-home.js';

const AT_MOST = 50;

@Answers('page')
@Controller()
export class WaitingController {
  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    private readonly frames: PageLayouts,
  ) {}

  @Get('/')
  async first(@Req() request: Request, @Res() response: Response): Promise<void> {
    await showWork({ sources: this.sources, frames: this.frames, request, response });
  }

  @Get(`/api/${WAITING}`)
  async all(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.answer(request, response);
  }

  @Get(`/api/:application/${WAITING}`)
  async inOne(
    @Param('application') key: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.application(key, request);
    await this.answer(request, response, key);
  }

  @Get(`/:application/${WAITING}`)
  async page(
    @Param('application') key: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const only = await this.application(key, request);
    await showWork({ sources: this.sources, frames: this.frames, request, response }, only);
  }

  /** To where a step of the examples' tour begins. */
  @Get(`/:application/${NEWEST_WAITING}`)
  async newest(
    @Param('application') key: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { specification } = await this.application(key, request);
    const viewer = requireViewer(request);
    const found = await newestWaiting(this.sources, { viewer, application: key });
    const to = found
      ? recordHref(specification, found.entity.key, found.record.id)
      : waitingHref(specification);
    redirect(response, 302, to);
  }

  private async answer(request: Request, response: Response, application?: string): Promise<void> {
    const viewer = requireViewer(request);
    await waitForPosition(request, this.sources.readModels);
    const waiting = await waitingRecords(this.sources, { viewer, application }, AT_MOST);
    await sendJson(response, { ...waitingJson(waiting), ...markOutdated(response, waiting.outdated) });
  }

  private async application(key: string, request: Request) {
    const published = await visibleApplication(request, this.sources.specifications, key);
    if (!published) throw builtInRefusal('NOT_FOUND');
    return published;
  }
}
