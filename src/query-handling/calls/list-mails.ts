// Query: mails that left, or were kept since no server for mail is named, newest first, as far as an admin sees their records.
import type { RecordRef } from '#domain/stream-names.js';
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import { findVisiblePage } from '../paging/find-visible-page.js';
import { assertAdminViewer } from '../people/list-people.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { isHidden } from '../visibility/visible-records.js';
import { findPublishedByKey } from '../timeline/list-timeline.js';
import { redactEvents } from '../timeline/visible-events.js';
import type { Viewer } from '../viewer.js';

export interface VisibleMail {
  readonly position: number;
  readonly at: string;
  /** Its name in section 7. */
  readonly call: string;
  readonly record: RecordRef | null;
  /** undefined: not for this person, or erased. */
  readonly sent?: { readonly to: readonly string[]; readonly subject: string; readonly text: string };
  /** false: it was kept. */
  readonly left: boolean;
}

const PAGE = 25;

/** Throws `Refused`, `BadCursor`. */
export async function listMails(
  sources: QueryDependencies,
  viewer: Viewer,
  cursor?: string,
): Promise<{ readonly mails: readonly VisibleMail[]; readonly next?: string }> {
  assertAdminViewer(viewer, 'to.see-mails');
  const published = await findPublishedByKey(sources);
  const filter = { type: 'record.call-answered', 'data.status': null };
  const query = { filter, sort: { path: 'id', descending: true }, cursor, limit: PAGE };
  const page = await findVisiblePage(createTimelineReadModel(sources.readModels), query, (entries) =>
    redactEvents(sources, entries, { viewer, published }),
  );
  const mails = page.items.map(({ position, at, record, data }): VisibleMail => {
    const said = (isHidden(data) ? {} : (data ?? {})) as Readonly<Record<string, unknown>>;
    const sent = said['sent'];
    const about = { position, at, record, call: String(said['call'] ?? ''), left: said['kept'] !== true };
    return isMail(sent) ? { ...about, sent } : about;
  });
  return { mails, ...(page.next !== undefined && { next: page.next }) };
}

/** Erased, or not written by Daybook: nothing of it can be shown. */
function isMail(sent: unknown): sent is NonNullable<VisibleMail['sent']> {
  if (typeof sent !== 'object' || sent === null) return false;
  const { to, subject, text } = sent as Readonly<Record<string, unknown>>;
  const isAddressed = Array.isArray(to) && to.every((each) => typeof each === 'string');
  return isAddressed && typeof subject === 'string' && typeof text === 'string';
}
