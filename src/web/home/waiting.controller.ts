// What waits for the viewer: in all applications (GET / and /api/-/waiting) and in one (GET /<key>/-/waiting and /api/<key>/-/waiting).
import { Controller, Get, Inject, Req, Res, UseGuards } from '@nestjs/common';
import type { PublishedVersion } from '#ports/specifications.js';
import type { SignedIn } from '#identity/signed-in.js';
import { outdatedIn } from '../json/outdated-header.js';
import { PositionGuard } from '../json/position.guard.js';
import { foundAt, json, type Answer } from '../rendering/answers.js';
import { RequestedApplication } from '../requests/record-request.pipe.js';
import { CurrentViewer } from '../requests/request-parameters.js';
import type { Request, Response } from 'express';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { findNewestWaiting, listWaitingRecords } from '#query-handling/waiting/waiting-records.js';
import { Answers } from '../rendering/answer-kind.js';
import { waitingJson } from './waiting-json.js';
import { PageLayouts } from '../layout/page-layout.js';
import { NEWEST_WAITING, recordHref, WAITING, waitingHref } from '../addresses/page-addresses.js';
import { showWork } from './show-home.js';

const AT_MOST = 50;

@Answers('page')
@Controller()
export class WaitingController {
  constructor(
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly frames: PageLayouts,
  ) {}

  @Get('/')
  async first(@Req() request: Request, @Res() response: Response): Promise<void> {
    await showWork({ sources: this.sources, frames: this.frames, request, response });
  }

  @Get(`/api/${WAITING}`)
  @UseGuards(PositionGuard)
  async all(@CurrentViewer() viewer: SignedIn): Promise<Answer> {
    return this.list(viewer);
  }

  @Get(`/api/:application/${WAITING}`)
  @UseGuards(PositionGuard)
  async inOne(
    @CurrentViewer() viewer: SignedIn,
    @RequestedApplication() { specification }: PublishedVersion,
  ): Promise<Answer> {
    return this.list(viewer, specification.key);
  }

  @Get(`/:application/${WAITING}`)
  async page(
    @RequestedApplication() only: PublishedVersion,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await showWork({ sources: this.sources, frames: this.frames, request, response }, only);
  }

  /** To where a step of the examples' tour begins. */
  @Get(`/:application/${NEWEST_WAITING}`)
  async newest(
    @CurrentViewer() viewer: SignedIn,
    @RequestedApplication() { specification }: PublishedVersion,
  ): Promise<Answer> {
    const found = await findNewestWaiting(this.sources, { viewer, application: specification.key });
    return foundAt(
      found ? recordHref(specification, found.entity.key, found.record.id) : waitingHref(specification),
    );
  }

  private async list(viewer: SignedIn, application?: string): Promise<Answer> {
    const waiting = await listWaitingRecords(this.sources, { viewer, application }, AT_MOST);
    const { headers, members } = outdatedIn(waiting.outdated);
    return json({ ...waitingJson(waiting), ...members }, headers);
  }
}
