import { Query } from '@nestjs/cqrs';
import {
  toTimelineId,
  createTimelineReadModel,
} from '#projections/read-models/timeline/timeline-projection.js';
import { type RecordRef, streams } from '#domain/stream-names.js';
import { BOOKKEEPING_EVENT_TYPES } from '#domain/event-types.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Filter } from '#projections/port/query.js';
import type { ReferenceNames } from '../names/find-names.js';
import { scanPage, type VisiblePage } from '../paging/find-visible-page.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { Viewer } from '../viewer.js';
import { findNamesInEvents } from './find-names-in-events.js';
import { memoizeRecordReads } from './memoize-reads.js';
import type { VisibleEvent } from './redact-event.js';
import { redactEvents } from './redact-events.js';

/** Newest first. */
export interface History extends VisiblePage<VisibleEvent> {
  readonly names: ReferenceNames;
}

interface Paging {
  readonly cursor?: string;
  readonly limit: number;
}

interface HistoryRange {
  readonly type?: string | undefined;
  readonly among?: Filter | undefined;
  /** Log positions. `after`: oldest first. */
  readonly upTo?: number;
  readonly after?: number;
}

/** The caller checks the record's permission. */
export async function findRecordHistory(
  sources: QueryDependencies,
  published: PublishedVersion,
  record: RecordRef,
  viewer: Viewer,
  { type, among, upTo, after, ...paging }: Paging & HistoryRange,
): Promise<History> {
  const known = new Map([[published.specification.key, published]]);
  return history(
    sources,
    {
      subject: streams.record(record),
      type: type ?? { $prefix: 'record.' },
      $nor: [{ type: { $in: BOOKKEEPING_EVENT_TYPES } }],
      ...(among && { $and: [among] }),
      ...(upTo !== undefined && { id: { $lte: toTimelineId(upTo) } }),
      ...(after !== undefined && { id: { $gt: toTimelineId(after) } }),
    },
    known,
    viewer,
    { ...paging, isOldestFirst: after !== undefined },
  );
}

export class FindAccountHistory extends Query<History> {
  constructor(
    readonly published: ReadonlyMap<string, PublishedVersion>,
    readonly person: string,
    readonly viewer: Viewer,
    readonly paging: Paging,
  ) {
    super();
  }
}

export async function findAccountHistory(
  sources: QueryDependencies,
  published: ReadonlyMap<string, PublishedVersion>,
  id: string,
  viewer: Viewer,
  paging: Paging,
): Promise<History> {
  return history(
    sources,
    { subject: streams.user(id), type: { $prefix: 'user.' } },
    published,
    viewer,
    paging,
  );
}

async function history(
  sources: QueryDependencies,
  filter: Filter,
  published: ReadonlyMap<string, PublishedVersion>,
  viewer: Viewer,
  { cursor, limit, isOldestFirst = false }: Paging & { readonly isOldestFirst?: boolean },
): Promise<History> {
  const once = memoizeRecordReads(sources);
  const page = await scanPage(
    createTimelineReadModel(sources.readModels),
    { filter, sort: { path: 'id', descending: !isOldestFirst }, cursor, limit },
    async (entries) => {
      const events = await redactEvents(once, entries, { viewer, published });
      return events.map((event) => (event.tellsHidden ? undefined : event));
    },
    sources.seal,
  );
  return { ...page, names: await findNamesInEvents(once, page.items, published, viewer) };
}
