import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { z } from 'zod';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { PositionGuard } from '../json/position.guard.js';
import { json, page, type Answer } from '../rendering/answers.js';
import { RequestedApplication } from '../requests/record-request.pipe.js';
import {
  CURSOR_SCHEMA,
  CurrentViewer,
  QueryAs,
  CurrentTranslations,
  type Translations,
} from '../requests/parameter-decorators.js';
import { ScheduledPage } from '#views/pages/scheduled.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { canAccessApplication } from '#domain/permissions.js';
import { listPlannedConstants } from '#query-handling/scheduled/planned-constants.js';
import { FindNamesInScheduled, ListScheduledItems } from '#query-handling/scheduled/scheduled-items.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { Workload } from '../rendering/response-workload.js';
import { toScheduledJson } from './scheduled-json.js';
import { presentScheduled } from './scheduled-page.js';
import { SCHEDULED_PATH, scheduledHref } from '../addresses/page-addresses.js';

const AT_MOST = 50;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** `since`: end of the constants on previous pages. */
const PAGE_QUERY = z.object({
  after: CURSOR_SCHEMA,
  since: z.string().regex(MOMENT).optional().catch(undefined),
});
type PageQuery = z.output<typeof PAGE_QUERY>;

@Workload('page')
@Controller()
export class ScheduledController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
  ) {}

  @Get(`/api/${SCHEDULED_PATH}`)
  @UseGuards(PositionGuard)
  async everywhere(@CurrentViewer() viewer: SignedInPerson, @QueryAs(PAGE_QUERY) query: PageQuery) {
    const all = await this.sources.specifications.all();
    const accessible = all.filter(({ specification }) => canAccessApplication(specification, viewer));
    return this.answer(accessible, viewer, query, `/api/${SCHEDULED_PATH}`);
  }

  @Get(`/api/:application/${SCHEDULED_PATH}`)
  @UseGuards(PositionGuard)
  async list(
    @RequestedApplication() published: PublishedVersion,
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(PAGE_QUERY) query: PageQuery,
  ) {
    return this.answer([published], viewer, query, `/api/${published.specification.key}/${SCHEDULED_PATH}`);
  }

  @Get(`/:application/${SCHEDULED_PATH}`)
  async page(
    @RequestedApplication() published: PublishedVersion,
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(PAGE_QUERY) query: PageQuery,
    @CurrentTranslations() words: Translations,
  ) {
    const { specification } = published;
    const found = await this.scheduled([published], viewer, query);
    const t = words.in(specification);
    const next = found.next && `${scheduledHref(specification)}?${found.next}`;
    const names = await this.queries.execute(new FindNamesInScheduled(published, viewer, found.items));
    const props = presentScheduled({ ...found, specification, names, next, t });
    return page(ScheduledPage, props, { title: t('scheduled.title'), application: published });
  }

  private async answer(
    applications: readonly PublishedVersion[],
    viewer: SignedInPerson,
    query: PageQuery,
    path: string,
  ): Promise<Answer> {
    const { next, ...found } = await this.scheduled(applications, viewer, query);
    return json(toScheduledJson({ ...found, ...(next !== undefined && { next: `${path}?${next}` }) }));
  }

  /** `next`: query of the next page. */
  private async scheduled(
    applications: readonly PublishedVersion[],
    viewer: SignedInPerson,
    { after: cursor, since: from }: PageQuery,
  ) {
    const { next, ...found } = await this.queries.execute(
      new ListScheduledItems({
        applications,
        viewer,
        cursor,
        limit: AT_MOST,
      }),
    );
    const now = this.sources.now();
    const since = from !== undefined && from > now ? from : now;
    const until = next === undefined ? undefined : (found.items.at(-1)?.due ?? since);
    const constants = listPlannedConstants(applications, { since, until });
    const later = next && new URLSearchParams({ after: next, since: until! }).toString();
    return { ...found, constants, ...(later !== undefined && { next: later }) };
  }
}
