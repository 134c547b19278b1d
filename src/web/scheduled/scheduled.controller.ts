// What will happen by itself to records that the viewer may read: in all applications (GET /api/-/scheduled) and in one (GET /<key>/-/scheduled and
// /api/<key>/-/scheduled).
import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { z } from 'zod';
import type { SignedIn } from '#identity/signed-in.js';
import { PositionGuard } from '../json/position.guard.js';
import { json, page, type Answer } from '../rendering/answers.js';
import { RequestedApplication } from '../requests/record-request.pipe.js';
import { CURSOR, CurrentViewer, QueryAs, Words, type Translations } from '../requests/request-parameters.js';
import { ScheduledPage } from '#views/pages/scheduled.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { canAccessApplication } from '#domain/permissions.js';
import { listPlannedConstants } from '#query-handling/scheduled/planned-constants.js';
import { findNamesInScheduled, listScheduledItems } from '#query-handling/scheduled/scheduled-items.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { Answers } from '../rendering/answer-kind.js';
import { scheduledJson } from './scheduled-json.js';
import { presentScheduled } from './scheduled-page.js';
import { SCHEDULED, scheduledHref } from '../addresses/page-addresses.js';

const AT_MOST = 50;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** `since`: until when constants stood on the pages before. */
const PAGE_QUERY = z.object({ after: CURSOR, since: z.string().regex(MOMENT).optional().catch(undefined) });
type PageQuery = z.output<typeof PAGE_QUERY>;

@Answers('page')
@Controller()
export class ScheduledController {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  @Get(`/api/${SCHEDULED}`)
  @UseGuards(PositionGuard)
  async everywhere(@CurrentViewer() viewer: SignedIn, @QueryAs(PAGE_QUERY) query: PageQuery) {
    const all = await this.sources.specifications.all();
    const accessible = all.filter(({ specification }) => canAccessApplication(specification, viewer));
    return this.answer(accessible, viewer, query, `/api/${SCHEDULED}`);
  }

  @Get(`/api/:application/${SCHEDULED}`)
  @UseGuards(PositionGuard)
  async list(
    @RequestedApplication() published: PublishedVersion,
    @CurrentViewer() viewer: SignedIn,
    @QueryAs(PAGE_QUERY) query: PageQuery,
  ) {
    return this.answer([published], viewer, query, `/api/${published.specification.key}/${SCHEDULED}`);
  }

  @Get(`/:application/${SCHEDULED}`)
  async page(
    @RequestedApplication() published: PublishedVersion,
    @CurrentViewer() viewer: SignedIn,
    @QueryAs(PAGE_QUERY) query: PageQuery,
    @Words() words: Translations,
  ) {
    const { specification } = published;
    const found = await this.scheduled([published], viewer, query);
    const t = words.in(specification);
    const next = found.next && `${scheduledHref(specification)}?${found.next}`;
    const names = await findNamesInScheduled(this.sources, published, viewer, found.items);
    const props = presentScheduled({ ...found, specification, names, next, t });
    return page(ScheduledPage, props, { title: t('scheduled.title'), application: published });
  }

  private async answer(
    applications: readonly PublishedVersion[],
    viewer: SignedIn,
    query: PageQuery,
    path: string,
  ): Promise<Answer> {
    const { next, ...found } = await this.scheduled(applications, viewer, query);
    return json(scheduledJson({ ...found, ...(next !== undefined && { next: `${path}?${next}` }) }));
  }

  /** `next`: query of the address of what comes later. */
  private async scheduled(
    applications: readonly PublishedVersion[],
    viewer: SignedIn,
    { after: cursor, since: from }: PageQuery,
  ) {
    const { next, ...found } = await listScheduledItems(this.sources, {
      applications,
      viewer,
      cursor,
      limit: AT_MOST,
    });
    const now = this.sources.now();
    const since = from !== undefined && from > now ? from : now;
    const until = next === undefined ? undefined : (found.items.at(-1)?.due ?? since);
    const constants = listPlannedConstants(applications, { since, until });
    const later = next && new URLSearchParams({ after: next, since: until! }).toString();
    return { ...found, constants, ...(later !== undefined && { next: later }) };
  }
}
