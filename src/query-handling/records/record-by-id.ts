// Query: one record as one person may see it.
import { runningSpecification } from '#command-handling/running-specification.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import type { RecordInRounds } from '#domain/record/round.js';
import { builtInReason } from '#domain/reason.js';
import { Refused } from '#domain/refusal.js';
import type { Sources } from '../ports.js';
import { recordInScope, visibleRecords } from '../visible-records.js';
import type { VisibleRecord } from '../visible.js';
import type { ReadRights } from '../read-rights.js';
import { openRecordsView, type RecordsQuestion } from './records-view.js';
import { notFound, unreadable } from './refuse-unreadable.js';

export interface FoundRecord {
  readonly seen: VisibleRecord;
  readonly document: RecordDocument;
  /** With every value opened: for asking permissions and guards, never for showing. */
  readonly whole: RecordInRounds;
  /** What was asked, by the version that the record runs by. */
  readonly question: RecordsQuestion;
  readonly rights: ReadRights;
  readonly now: string;
}

/**
 * The record says by which version it is looked at. Whoever may read none by the version asked is refused before there is one to say
 * anything: the words of another version, or that it is not known here, would tell that the record exists.
 * Throws `Refused`: NOT_PERMITTED to whom no role or no condition lets read it, NOT_FOUND where there is none, UNAVAILABLE where this
 * process has not heard of its version.
 */
export async function recordById(
  sources: Sources,
  question: RecordsQuestion,
  id: string,
): Promise<FoundRecord> {
  const { records, ...first } = await openRecordsView(sources, question);
  if (!first.rights.any) throw unreadable(first.rights, first.now, `read this ${question.entity.title}`);
  const document = await records.get(id);
  if (!document) throw notFound(first.rights, first.now);
  const running = await runningQuestion(sources, question, document.specification);
  const { rights, now } = running === question ? first : await openRecordsView(sources, running);
  const what = `read this ${running.entity.title}`;
  const [seen] = await visibleRecords(sources.personal, [document], { rights: { ...rights, exact: false } });
  if (!seen) throw unreadable(rights, now, what);
  const fields = await sources.personal.show(document.fields);
  return { seen, document, whole: recordInScope(document, fields), question: running, rights, now };
}

/** The question, asked by the version that the record runs by. */
async function runningQuestion(
  sources: Sources,
  question: RecordsQuestion,
  movedTo: number,
): Promise<RecordsQuestion> {
  const { key } = question.published.specification;
  const published = await runningSpecification(sources.specifications, key, movedTo);
  if (!published || published.version <= question.published.version) return question;
  const { entities } = published.specification;
  if (!Object.hasOwn(entities, question.entity.key)) throw new Refused([builtInReason('NOT_FOUND')]);
  return { ...question, published, entity: entities[question.entity.key]! };
}
