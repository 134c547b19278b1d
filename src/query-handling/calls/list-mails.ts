// Query: mails that left, or were kept since no server for mail is named, newest first, as far as an admin sees their records.
import type { RecordRef } from '#domain/streams.js';
import { timelineIn } from '#projections/read-models/timeline/timeline-projection.js';
import { findVisiblePage } from '../find-page.js';
import { viewerMustBeAdmin } from '../people/list-people.js';
import type { Sources } from '../ports.js';
import { isHidden } from '../visible-records.js';
import { publishedByKey } from '../timeline/list-timeline.js';
import { visibleEvents } from '../timeline/visible-events.js';
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
  sources: Sources,
  viewer: Viewer,
  cursor?: string,
): Promise<{ readonly mails: readonly VisibleMail[]; readonly next?: string }> {
  viewerMustBeAdmin(viewer, 'see mails');
  const published = await publishedByKey(sources);
  const filter = { type: 'record.call-answered', 'data.status': null };
  const query = { filter, sort: { path: 'id', descending: true }, cursor, limit: PAGE };
  const page = await findVisiblePage(timelineIn(sources.readModels), query, (entries) =>
    visibleEvents(sources, entries, { viewer, published }),
  );
  const mails = page.items.map(({ position, at, record, data }): VisibleMail => {
    const said = (isHidden(data) ? {} : data) as Readonly<Record<string, unknown>>;
    const sent = said['sent'] as VisibleMail['sent'] | undefined;
    const about = { position, at, record, call: String(said['call'] ?? ''), left: said['kept'] !== true };
    return sent !== undefined && Array.isArray(sent.to) ? { ...about, sent } : about;
  });
  return { mails, ...(page.next !== undefined && { next: page.next }) };
}
