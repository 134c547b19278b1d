// What people ask of what they are to know.
import { documentsIn, type ActiveGenerations } from '#projections/port/documents.js';
import type { Page } from '#projections/port/query.js';
import { NOTICES_COLLECTION, type NoticeDocument } from './notice-document.js';
import { noticesProjection } from './notices-projection.js';

export interface NoticesReadModel {
  /** Newest first. Throws `BadCursor`. */
  of(person: string, cursor?: string): Promise<Page<NoticeDocument>>;
}

const PAGE = 25;

export function noticesIn(readModels: ActiveGenerations): NoticesReadModel {
  const { find } = documentsIn<NoticeDocument>(readModels, noticesProjection.name, NOTICES_COLLECTION);
  const sort = { path: 'id', descending: true };
  return { of: (person, cursor) => find({ filter: { person }, sort, cursor, limit: PAGE }) };
}
