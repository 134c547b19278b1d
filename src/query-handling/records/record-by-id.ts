// Query: one record as one person may see it.
import type { RecordInScope } from '#specification/specification.js';
import type { Sources } from '../ports.js';
import { recordInScope, seeRecords } from '../see-records.js';
import type { SeenRecord } from '../seen.js';
import type { ReadRights } from '../read-rights.js';
import { lookAt, type RecordsQuestion } from './looking-at.js';
import { notFound, unreadable } from './refuse-unreadable.js';

export interface FoundRecord {
  readonly seen: SeenRecord;
  /** With every value opened: for asking permissions and guards, never for showing. */
  readonly whole: RecordInScope;
  readonly sight: ReadRights;
  readonly now: string;
}

/** Throws `Refused`: NOT_PERMITTED to whom no role or no condition lets read it, NOT_FOUND where there is none. */
export async function recordById(sources: Sources, asked: RecordsQuestion, id: string): Promise<FoundRecord> {
  const { sight, now, records } = await lookAt(sources, asked);
  const what = `read this ${asked.entity.title}`;
  if (!sight.any) throw unreadable(sight, now, what);
  const document = await records.get(id);
  if (!document) throw notFound(sight, now);
  const [seen] = await seeRecords(sources.personal, [document], { sight: { ...sight, exact: false } });
  if (!seen) throw unreadable(sight, now, what);
  const fields = await sources.personal.show(document.fields);
  return { seen, whole: recordInScope(document, fields), sight, now };
}
