// Query: what happened to one record or one person, newest first.
import type { Filter } from '#projections/port/query.js';
import { timelineIn } from '#projections/read-models/timeline/timeline-projection.js';
import type { Published } from '#command-handling/ports.js';
import { BOOKKEEPING } from '#domain/event-types.js';
import { type RecordRef, streams } from '#domain/streams.js';
import { findVisiblePage, type VisiblePage } from '../find-page.js';
import type { Sources } from '../ports.js';
import type { Names, VisibleEvent } from '../visible.js';
import type { Viewer } from '../viewer.js';
import { lookingUpOnce } from '../looking-up-once.js';
import { visibleEvents } from './visible-events.js';
import { namesInEvents } from './timeline-names.js';

export interface History extends VisiblePage<VisibleEvent> {
  readonly names: Names;
}

interface Paging {
  readonly cursor?: string;
  readonly limit: number;
}

/** A record's own events, as far as the viewer sees them. Whether they may read the record is asked before. */
export async function historyOfRecord(
  sources: Sources,
  published: Published,
  record: RecordRef,
  viewer: Viewer,
  paging: Paging,
): Promise<History> {
  const known = new Map([[published.specification.key, published]]);
  return history(
    sources,
    {
      subject: streams.record(record),
      type: { $prefix: 'record.' },
      $nor: [{ type: { $in: BOOKKEEPING } }],
    },
    known,
    viewer,
    paging,
  );
}

/** The events of a person's own stream: registered, roles, sign-ins. */
export async function historyOfPerson(
  sources: Sources,
  published: ReadonlyMap<string, Published>,
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
  sources: Sources,
  filter: Filter,
  published: ReadonlyMap<string, Published>,
  viewer: Viewer,
  { cursor, limit }: Paging,
): Promise<History> {
  const once = lookingUpOnce(sources);
  const page = await findVisiblePage(
    timelineIn(sources.readModels),
    { filter, sort: { path: 'id', descending: true }, cursor, limit },
    (entries) => visibleEvents(once, entries, { viewer, published }),
  );
  return { ...page, names: await namesInEvents(once, page.items, published, viewer) };
}
