import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { PublishedVersion } from '#ports/specifications.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { createOutdatedHeaderAndMember } from '../json/outdated-header.js';
import { PositionGuard } from '../json/position.guard.js';
import { redirectToPage, json, type Answer } from '../rendering/answers.js';
import {
  FindRecordByHref,
  RequestedApplication,
  type RecordFinder,
} from '../requests/record-request.pipe.js';
import {
  CurrentViewer,
  QueryAs,
  CurrentTranslations,
  type Translations,
} from '../requests/parameter-decorators.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { FindNewestWaiting, ListWaitingRecords } from '#query-handling/waiting/waiting-records.js';
import { Workload } from '../rendering/response-workload.js';
import { toWaitingJson } from './waiting-json.js';
import { NEWEST_WAITING_PATH, recordHref, WAITING_PATH, waitingHref } from '../addresses/page-addresses.js';
import { showHome, HOME_QUERY, type HomeQuery } from './show-home.js';

const AT_MOST = 50;

@Workload('page')
@Controller()
export class WaitingController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
  ) {}

  @Get('/')
  async first(
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(HOME_QUERY) query: HomeQuery,
    @FindRecordByHref() findRecord: RecordFinder,
    @CurrentTranslations() words: Translations,
  ): Promise<Answer> {
    const { queries, sources } = this;
    return showHome({ queries, sources }, { viewer, query, findRecord, words });
  }

  @Get(`/api/${WAITING_PATH}`)
  @UseGuards(PositionGuard)
  async all(@CurrentViewer() viewer: SignedInPerson): Promise<Answer> {
    return this.list(viewer);
  }

  @Get(`/api/:application/${WAITING_PATH}`)
  @UseGuards(PositionGuard)
  async inOne(
    @CurrentViewer() viewer: SignedInPerson,
    @RequestedApplication() { specification }: PublishedVersion,
  ): Promise<Answer> {
    return this.list(viewer, specification.key);
  }

  @Get(`/:application/${WAITING_PATH}`)
  async page(
    @RequestedApplication() only: PublishedVersion,
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(HOME_QUERY) query: HomeQuery,
    @FindRecordByHref() findRecord: RecordFinder,
    @CurrentTranslations() words: Translations,
  ): Promise<Answer> {
    const { queries, sources } = this;
    return showHome({ queries, sources }, { viewer, query, findRecord, words }, only);
  }

  /** Target of steps in the examples' tour. */
  @Get(`/:application/${NEWEST_WAITING_PATH}`)
  async newest(
    @CurrentViewer() viewer: SignedInPerson,
    @RequestedApplication() { specification }: PublishedVersion,
  ): Promise<Answer> {
    const found = await this.queries.execute(
      new FindNewestWaiting({ viewer, application: specification.key }),
    );
    return redirectToPage(
      found ? recordHref(specification, found.entity.key, found.record.id) : waitingHref(specification),
    );
  }

  private async list(viewer: SignedInPerson, application?: string): Promise<Answer> {
    const waiting = await this.queries.execute(new ListWaitingRecords({ viewer, application }, AT_MOST));
    const { headers, members } = createOutdatedHeaderAndMember(waiting.outdated);
    return json({ ...toWaitingJson(waiting), ...members }, { headers });
  }
}
