// GET /<key>/-/scheduled and /api/<key>/-/scheduled: what will happen by itself in an application, as far as whoever asks may read its records.
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { ScheduledPage } from '#views/pages/scheduled.js';
import type { Published } from '#command-handling/ports.js';
import { plannedConstants } from '#query-handling/records/planned-constants.js';
import { scheduledRebuild } from '#query-handling/records/scheduled-rebuild.js';
import { scheduledTimers } from '#query-handling/records/scheduled-timers.js';
import { SOURCES, type Sources } from '#query-handling/ports.js';
import { Answers } from '../answer-kind.js';
import { sendJson } from '../api/answers.js';
import { waitForPosition } from '../api/position.js';
import { scheduledJson } from '../api/scheduled-json.js';
import { refused } from '../built-in.js';
import { signedInViewer } from '../commands.js';
import { frameOf, PageFrames } from '../frames.js';
import { presentScheduled } from '../present/scheduled-page.js';
import { visibleApplication } from '../record-request.js';
import { sendPage } from '../rendering/page-rendering.js';
import { queryOf, SCHEDULED, scheduledHref } from '../routes.js';
import { translateFor } from '../language.js';

const AT_MOST = 50;
const AFTER = 'after';
/** Until when constants stood on the pages before. */
const SINCE = 'since';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

@Answers('page')
@Controller()
export class ScheduledController {
  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    private readonly frames: PageFrames,
  ) {}

  @Get(`/api/:application/${SCHEDULED}`)
  async list(@Param('application') key: string, @Req() request: Request, @Res() response: Response) {
    await waitForPosition(request, this.sources.readModels);
    const published = await this.application(key, request);
    const found = await this.scheduled(published, request);
    await sendJson(response, scheduledJson(published.specification, found));
  }

  @Get(`/:application/${SCHEDULED}`)
  async page(@Param('application') key: string, @Req() request: Request, @Res() response: Response) {
    const published = await this.application(key, request);
    const { specification } = published;
    const found = await this.scheduled(published, request);
    const t = translateFor(request, specification);
    const next = found.next && `${scheduledHref(specification)}?${found.next}`;
    const rebuild = found.items.length === 0 ? await scheduledRebuild(this.sources) : undefined;
    const shown = presentScheduled({ ...found, specification, next, t });
    const frame = await frameOf(this.frames, request, {
      title: t('scheduled.title'),
      application: published,
    });
    await sendPage(response, createElement(ScheduledPage, { frame, ...shown, ...(rebuild && { rebuild }) }));
  }

  /** `next`: query of the address of what comes later. */
  private async scheduled(published: Published, request: Request) {
    const query = queryOf(request);
    const viewer = signedInViewer(request);
    const cursor = query.get(AFTER) || undefined;
    const { next, ...page } = await scheduledTimers(this.sources, {
      ...{ published, viewer, cursor },
      limit: AT_MOST,
    });
    const from = query.get(SINCE) ?? '';
    const now = this.sources.now();
    const since = MOMENT.test(from) && from > now ? from : now;
    const until = next === undefined ? undefined : (page.items.at(-1)?.due ?? since);
    const constants = plannedConstants(published.specification, { since, until });
    const later = next && new URLSearchParams({ [AFTER]: next, [SINCE]: until! }).toString();
    return { ...page, constants, ...(later !== undefined && { next: later }) };
  }

  private async application(key: string, request: Request): Promise<Published> {
    const published = await visibleApplication(request, this.sources.specifications, key);
    if (!published) throw refused('NOT_FOUND');
    return published;
  }
}
