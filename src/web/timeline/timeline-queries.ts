import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { NO_REFERENCE_NAMES } from '#query-handling/names/find-names.js';
import { FindPublishedApplications } from '#query-handling/specifications/find-published-applications.js';
import {
  FindSubjects,
  ListTimeline,
  type TimelineFilters,
  type TimelineQuery,
  type VisibleTimeline,
} from '#query-handling/timeline/list-timeline.js';
import { ListPrograms, matchPrograms } from '#query-handling/timeline/list-programs.js';
import type { Translate } from '#views/messages/translate.js';
import { readTimelineAddress, type TimelineAddress } from '../addresses/timeline-address.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { PageLayouts } from '../layout/page-layout.js';

export interface TimelineRequest {
  readonly viewer: SignedInPerson;
  readonly t: Translate;
}

/** Days and times of day of the address are in this zone. */
export interface ZonedAddress extends TimelineAddress {
  readonly timeZone: string;
}

export interface FirstPages {
  readonly pages: readonly VisibleTimeline[];
  readonly isCut: boolean;
}

const MAX_READS = 20;
const MAX_NEW = 50;
/** Events per page of an export. */
const EXPORTED = 250;

@Injectable()
export class TimelineQueries {
  constructor(
    private readonly queries: QueryBus,
    private readonly layouts: PageLayouts,
  ) {}

  async address(query: URLSearchParams, { viewer, t }: TimelineRequest): Promise<ZonedAddress> {
    const timeZone = await this.layouts.timeZoneFor(viewer);
    return { ...readTimelineAddress(query, { timeZone, t }), timeZone };
  }

  /** Refuses unknown filters, since data cannot carry warnings. */
  async addressOfData(query: URLSearchParams, request: TimelineRequest): Promise<ZonedAddress> {
    const address = await this.address(query, request);
    const { problems } = address;
    if (problems.length > 0)
      throw createBuiltInRefusal('BAD_REQUEST', { why: problems.join(' ').replace(/\.$/, '') });
    return address;
  }

  /** Queries no events for a misunderstood filter: those it would exclude must not pass for the answer. */
  async page(
    address: TimelineAddress,
    { viewer, t }: TimelineRequest,
    limit: number,
    options: Pick<TimelineQuery, 'counts'> = {},
  ): Promise<VisibleTimeline> {
    const { order, timeOfDay, step, approvals, field, value: text, subject, cursor, backwards } = address;
    const byPrograms = await this.findPrograms(address, viewer);
    if (byPrograms?.tokens.length === 0) return this.nothing();
    const filters = { ...address.filters, ...(byPrograms && { byPrograms }) };
    const locale = t.language;
    const value = text === undefined ? undefined : { text, locale };
    const filter = { ...filters, order, timeOfDay, step, approvals, field, value, locale };
    const query = { ...filter, ...options, cursor, backwards, limit };
    const isUnderstood = address.problems.length === 0;
    if (isUnderstood && subject === undefined) return this.queries.execute(new ListTimeline(query, viewer));
    const published = await this.queries.execute(new FindPublishedApplications());
    if (!isUnderstood || subject === undefined) return { items: [], published, names: NO_REFERENCE_NAMES };
    const { application } = filters;
    const scope = { viewer, published, application };
    const subjects = await this.queries.execute(new FindSubjects(subject, scope));
    // No subject matches, so no event does.
    if (subjects.length === 0) return this.nothing();
    return this.queries.execute(new ListTimeline({ ...query, subjects }, viewer));
  }

  private async nothing(): Promise<VisibleTimeline> {
    const published = await this.queries.execute(new FindPublishedApplications());
    return { items: [], published, names: NO_REFERENCE_NAMES, count: { count: 0, more: false } };
  }

  private async findPrograms(
    { program, problems }: TimelineAddress,
    viewer: SignedInPerson,
  ): Promise<TimelineFilters['byPrograms']> {
    if (program === undefined || problems.length > 0) return undefined;
    const found = matchPrograms(await this.queries.execute(new ListPrograms(viewer)), program);
    return {
      tokens: found.map(({ token }) => token),
      people: [...new Set(found.map(({ person }) => person))],
    };
  }

  async countSince(position: number, address: TimelineAddress, request: TimelineRequest) {
    const { fromPosition = 0 } = address.filters;
    const filters = { ...address.filters, fromPosition: Math.max(fromPosition, position + 1) };
    const newer = { ...address, filters, cursor: undefined, backwards: false };
    const { items, next } = await this.page(newer, request, MAX_NEW);
    return { count: items.length, more: next !== undefined };
  }

  /** Stops at `max` events, or where too much had to be read. */
  async first(address: TimelineAddress, request: TimelineRequest, max: number): Promise<FirstPages> {
    const pages: VisibleTimeline[] = [];
    let rest = max;
    let cursor: string | undefined;
    do {
      const limit = Math.min(rest, EXPORTED);
      const page = await this.page({ ...address, cursor, backwards: false }, request, limit);
      pages.push(page);
      rest -= page.items.length;
      cursor = page.next;
    } while (cursor !== undefined && rest > 0 && pages.length < MAX_READS);
    return { pages, isCut: cursor !== undefined };
  }

  /** From the newest on, whatever page the address is of. */
  async *pages(address: TimelineAddress, request: TimelineRequest): AsyncIterable<VisibleTimeline> {
    let cursor: string | undefined;
    do {
      const page = await this.page({ ...address, cursor, backwards: false }, request, EXPORTED);
      yield page;
      cursor = page.next;
    } while (cursor !== undefined);
  }
}
