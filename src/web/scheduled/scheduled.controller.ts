// What will happen by itself to records that the viewer may read: in all applications (GET /api/-/scheduled) and in one (GET /<key>/-/scheduled and
// /api/<key>/-/scheduled).
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { ScheduledPage } from '#views/pages/scheduled.js';
import type { Published } from '#ports/specifications.js';
import { canAccessApplication } from '#domain/permissions.js';
import { plannedConstants } from '#query-handling/scheduled/planned-constants.js';
import { namesInScheduled, scheduledItems } from '#query-handling/scheduled/scheduled-items.js';
import { SOURCES, type Sources } from '#query-handling/query-dependencies.js';
import { Answers } from '../rendering/answer-kind.js';
import { sendJson } from '../json/record-answers.js';
import { waitForPosition } from '../json/position-header.js';
import { scheduledJson } from './scheduled-json.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { requireViewer } from '../authorization/commands.js';
import { layoutWithWarnings, PageLayouts } from '../layout/page-layout.js';
import { presentScheduled } from './scheduled-page.js';
import { visibleApplication } from '../requests/record-request.js';
import { sendPage } from '../rendering/page-rendering.js';
import { readQuery, SCHEDULED, scheduledHref } from '../addresses/page-addresses.js';
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
    private readonly frames: PageLayouts,
  ) {}

  @Get(`/api/${SCHEDULED}`)
  async everywhere(@Req() request: Request, @Res() response: Response) {
    const viewer = requireViewer(request);
    await waitForPosition(request, this.sources.readModels);
    const all = await this.sources.specifications.all();
    const entered = all.filter(({ specification }) => canAccessApplication(specification, viewer));
    await this.answer(request, response, entered);
  }

  @Get(`/api/:application/${SCHEDULED}`)
  async list(@Param('application') key: string, @Req() request: Request, @Res() response: Response) {
    await waitForPosition(request, this.sources.readModels);
    await this.answer(request, response, [await this.application(key, request)]);
  }

  @Get(`/:application/${SCHEDULED}`)
  async page(@Param('application') key: string, @Req() request: Request, @Res() response: Response) {
    const published = await this.application(key, request);
    const { specification } = published;
    const found = await this.scheduled(request, [published]);
    const t = translateFor(request, specification);
    const next = found.next && `${scheduledHref(specification)}?${found.next}`;
    const names = await namesInScheduled(this.sources, published, requireViewer(request), found.items);
    const shown = presentScheduled({ ...found, specification, names, next, t });
    const frame = await layoutWithWarnings(this.frames, request, {
      title: t('scheduled.title'),
      application: published,
    });
    await sendPage(response, createElement(ScheduledPage, { frame, ...shown }));
  }

  private async answer(request: Request, response: Response, applications: readonly Published[]) {
    const { next, ...found } = await this.scheduled(request, applications);
    const [path] = request.originalUrl.split('?');
    const later = next !== undefined && { next: `${path}?${next}` };
    await sendJson(response, scheduledJson({ ...found, ...later }));
  }

  /** `next`: query of the address of what comes later. */
  private async scheduled(request: Request, applications: readonly Published[]) {
    const query = readQuery(request);
    const viewer = requireViewer(request);
    const cursor = query.get(AFTER) || undefined;
    const { next, ...page } = await scheduledItems(this.sources, {
      applications,
      viewer,
      cursor,
      limit: AT_MOST,
    });
    const from = query.get(SINCE) ?? '';
    const now = this.sources.now();
    const since = MOMENT.test(from) && from > now ? from : now;
    const until = next === undefined ? undefined : (page.items.at(-1)?.due ?? since);
    const constants = plannedConstants(applications, { since, until });
    const later = next && new URLSearchParams({ [AFTER]: next, [SINCE]: until! }).toString();
    return { ...page, constants, ...(later !== undefined && { next: later }) };
  }

  private async application(key: string, request: Request): Promise<Published> {
    const published = await visibleApplication(request, this.sources.specifications, key);
    if (!published) throw builtInRefusal('NOT_FOUND');
    return published;
  }
}
