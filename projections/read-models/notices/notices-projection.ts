import { getEffectiveTime, type RecordedEvent } from '#domain/event.js';
import type { CallAnswered, CallGivenUp } from '#domain/call/call-events.js';
import { parseStreamName } from '#domain/stream-names.js';
import {
  type Projection,
  openDocuments,
  type ActiveGenerations,
  type Documents,
} from '#projections/port/projection.js';
import type { CollectionIndexes, Page } from '#projections/port/query.js';
import { toTimelineId } from '../timeline/timeline-projection.js';
import { NOTICES_COLLECTION, type NoticeDocument } from './notice-document.js';

/** Whether or not the mail reached other recipients. */
type NoticedCallEvent = RecordedEvent<CallAnswered | CallGivenUp>;
const SHOWN: readonly string[] = ['record.call-answered', 'record.call-given-up'];

export const noticesProjection: Projection<NoticeDocument> = {
  name: 'notices',
  version: 1,
  types: SHOWN,
  targets: (event) =>
    findRecipients(event).map((person) => ({ collection: NOTICES_COLLECTION, id: noticeId(event, person) })),
  apply: (document, event, target) => document ?? createNotice(event as NoticedCallEvent, target.id),
};

export const noticesIndexes: CollectionIndexes = { indexes: [['person']], text: [] };

const noticeId = ({ position }: RecordedEvent, person: string) => `${toTimelineId(position)}-${person}`;

function findRecipients(event: RecordedEvent): readonly string[] {
  return SHOWN.includes(event.type) ? parseRecipients(event) : [];
}

function parseRecipients({ data }: RecordedEvent): readonly string[] {
  const { shownTo } = (data ?? {}) as { readonly shownTo?: unknown };
  return Array.isArray(shownTo) ? [...new Set(shownTo.filter((each) => typeof each === 'string'))] : [];
}

function createNotice(event: NoticedCallEvent, id: string): NoticeDocument | undefined {
  const stream = parseStreamName(event.stream);
  const { position, data } = event;
  const person = parseRecipients(event).find((each) => noticeId(event, each) === id);
  if (stream?.of !== 'call' || person === undefined) return undefined;
  if (typeof data.record !== 'string' || typeof data.call !== 'string')
    throw new TypeError('it does not say which call of which record it is about');
  const { application, entity } = stream;
  const record = { application, entity, id: data.record };
  return { id, position, person, at: getEffectiveTime(event), record, call: data.call, sent: data.sent };
}

interface NoticesReadModel {
  findByPerson(person: string, cursor?: string): Promise<Page<NoticeDocument>>;
  countAfter(person: string, position: number, limit: number): ReturnType<Documents<NoticeDocument>['count']>;
}

const PAGE = 25;

export function createNoticesReadModel(readModels: ActiveGenerations): NoticesReadModel {
  const { find, count } = openDocuments<NoticeDocument>(
    readModels,
    noticesProjection.name,
    NOTICES_COLLECTION,
  );
  const sort = { path: 'id', descending: true };
  return {
    findByPerson: (person, cursor) => find({ filter: { person }, sort, cursor, limit: PAGE }),
    countAfter: (person, position, limit) =>
      count({ person, id: { $gt: toTimelineId(position + 1) } }, limit),
  };
}
