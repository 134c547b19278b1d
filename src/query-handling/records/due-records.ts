// Query: records that have been kept as long as they have to be, for whoever decides what becomes of them.
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import type { Filter } from '#projections/port/query.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import type { DecisionContext, DigestFunctions } from '#domain/record/decision-context.js';
import {
  computeDueDigest,
  findDueErasure,
  checkEraser,
  type DueErasure,
} from '#domain/record/erasure/erase-due-record.js';
import { Refused } from '#domain/refusal.js';
import type { Retention } from '#specification/model/specification.js';
import { scanPage, type VisiblePage } from '../paging/find-visible-page.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { openDocuments, type VisibleRecord, toRecordInScope } from '../visibility/visible-records.js';
import { findOutdatedRecords } from './outdated-records.js';
import { createUnreadableRefusal } from './access-refusals.js';
import { computeLatestRetentionStart, getRetention } from '#domain/record/erasure/retention-period.js';
import { openRecordsView, type RecordsQuestion, type RecordsView } from './records-view.js';

export interface DueRecord extends DueErasure {
  readonly seen: VisibleRecord;
  /** Digest of the line as it is shown: who signs has seen it. */
  readonly shown: string;
}

export interface DuePage extends VisiblePage<DueRecord> {
  /** Ids of those that are not up to date. */
  readonly outdated: readonly string[];
}

const LINES = 50;

/** The longest due first. Throws `Refused` where the person decides about no such record, `BadCursor` for a damaged cursor. */
export async function listDueRecords(
  sources: QueryDependencies,
  question: RecordsQuestion,
  { digests, cursor }: { readonly digests: DigestFunctions; readonly cursor?: string | undefined },
): Promise<DuePage> {
  const view = await openRecordsView(sources, question);
  const { rights, now } = view;
  if (!rights.any)
    throw createUnreadableRefusal(
      rights,
      now,
      createPhrase('to.read-all', { entity: question.entity.plural }),
    );
  const { specification, entity, actor: user } = rights;
  const context = { specification, entity, user, now, digests };
  const reasons = checkEraser(context);
  if (reasons.length > 0) throw new Refused(reasons);
  const retention = getRetention(specification, entity)!;
  const path = retention.in ? 'stateSince' : 'changedAt';
  const until = computeLatestRetentionStart(retention, now, specification.timeZone);
  const filter = view.filter([{ [path]: { $lte: until }, erasedAt: null, ...inStates(retention) }]);
  const query = {
    filter,
    sort: { path },
    limit: LINES,
    onwardOnly: true,
    ...(cursor !== undefined && { cursor }),
  };
  const page = await scanPage(
    view.records,
    query,
    (documents) => look(sources, view, context, documents),
    sources.seal,
  );
  const of = { application: specification.key, entity: entity.key };
  const ids = page.items.map(({ seen }) => seen.id);
  const outdated = await findOutdatedRecords(sources, of, ids);
  return { items: page.items, outdated, ...(page.next !== undefined && { next: page.next }) };
}

const inStates = ({ in: states }: Retention): Filter => (states ? { state: { $in: states } } : {});

async function look(
  sources: QueryDependencies,
  view: RecordsView,
  context: DecisionContext & { readonly digests: DigestFunctions },
  documents: readonly RecordDocument[],
): Promise<readonly (DueRecord | undefined)[]> {
  const seen = await view.see()(documents);
  const opened = await openDocuments(sources.personal, documents);
  return documents.map((document, index) => {
    const record = seen[index];
    if (!record) return undefined;
    const { title, stateSince, changedAt, version } = document;
    const whole = { ...toRecordInScope(document, opened[index]!), title, stateSince, changedAt };
    const due = findDueErasure(context, whole);
    const shown = { ...context, hidden: record.hidden };
    return due && { ...due, seen: record, shown: computeDueDigest(shown, whole, version, due) };
  });
}
