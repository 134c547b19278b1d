import {
  createTimelineReadModel,
  type TimelineEntry,
} from '#projections/read-models/timeline/timeline-projection.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { ActionSignature } from '#domain/record/approvals/approval-events.js';
import type { RecordRef } from '#domain/stream-names.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { EventWords, findVocabularies, type NameThenAndNow } from '../timeline/event-wording.js';

type Signed = Pick<ActionSignature, 'action' | 'signedBy' | 'at'>;

export type FindSignedActionTitle = (signature: Signed) => NameThenAndNow;

const PAGE_SIZE = 200;

export async function findSignedActionTitles(
  sources: QueryDependencies,
  published: PublishedVersion,
  record: RecordRef,
  signatures: readonly Signed[],
): Promise<FindSignedActionTitle> {
  const entries = signatures.length === 0 ? [] : await signingEvents(sources, record);
  const applications = new Map([[published.specification.key, published]]);
  const known = await findVocabularies(sources, entries, applications);
  const words = new Map(entries.map((entry) => [keyOf(signedIn(entry)), EventWords.of(entry, known)]));
  const { application, entity } = record;
  const today = EventWords.of({ application, entity, metadata: {} }, known);
  return (signature) => (words.get(keyOf(signature)) ?? today).action(signature.action);
}

const SIGNING = ['record.action-taken', 'record.approval-given'];

async function signingEvents(
  { readModels }: QueryDependencies,
  record: RecordRef,
): Promise<readonly TimelineEntry[]> {
  const filter = { subject: record.name, type: { $in: SIGNING }, 'data.signature.at': { $ne: null } };
  const query = { filter, sort: { path: 'id', descending: true }, limit: PAGE_SIZE, onwardOnly: true };
  const found: TimelineEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await createTimelineReadModel(readModels).find({ ...query, cursor });
    for (const entry of page.documents) found.push(entry);
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}

function signedIn({ actor, action, data }: TimelineEntry): Signed {
  const { signature } = data as { readonly signature?: { readonly at?: string } };
  return { signedBy: actor, action: action ?? '', at: signature?.at ?? '' };
}

const keyOf = ({ signedBy, action, at }: Signed): string => JSON.stringify([signedBy, action, at]);
