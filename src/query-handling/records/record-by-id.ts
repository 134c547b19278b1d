// Query: one record as one person may see it.
import type { RecordInScope } from '#specification/specification.js';
import { runningSpecification } from '#command-handling/running-specification.js';
import { builtInReason } from '#domain/reason.js';
import { Refused } from '#domain/refusal.js';
import { recordsIn } from '#projections/records/records-read-model.js';
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
  /** What was asked, by the version that the record runs by. */
  readonly asked: RecordsQuestion;
  readonly sight: ReadRights;
  readonly now: string;
}

/**
 * The record is read first: it says by which version it is looked at. Throws `Refused`: NOT_PERMITTED to whom no role or no condition lets
 * read it, NOT_FOUND where there is none, UNAVAILABLE where this process has not heard of its version.
 */
export async function recordById(
  sources: Sources,
  question: RecordsQuestion,
  id: string,
): Promise<FoundRecord> {
  const of = { application: question.published.specification.key, entity: question.entity.key };
  const document = await recordsIn(sources.readModels, of).get(id);
  const asked = document ? await asOf(sources, question, document.specification) : question;
  const { sight, now } = await lookAt(sources, asked);
  const what = `read this ${asked.entity.title}`;
  if (!sight.any) throw unreadable(sight, now, what);
  if (!document) throw notFound(sight, now);
  const [seen] = await seeRecords(sources.personal, [document], { sight: { ...sight, exact: false } });
  if (!seen) throw unreadable(sight, now, what);
  const fields = await sources.personal.show(document.fields);
  return { seen, whole: recordInScope(document, fields), asked, sight, now };
}

/** The question, asked by the version that the record runs by. */
async function asOf(sources: Sources, asked: RecordsQuestion, movedTo: number): Promise<RecordsQuestion> {
  const { key } = asked.published.specification;
  const published = await runningSpecification(sources.specifications, key, movedTo);
  if (!published || published.version <= asked.published.version) return asked;
  const { entities } = published.specification;
  if (!Object.hasOwn(entities, asked.entity.key)) throw new Refused([builtInReason('NOT_FOUND')]);
  return { ...asked, published, entity: entities[asked.entity.key]! };
}
