// What pages ask of deputies.
import { documentsIn, type ActiveGenerations } from '#projections/port/documents.js';
import type { Page } from '#projections/port/query.js';
import { deputiesProjection } from './deputies-projection.js';
import { DEPUTIES_COLLECTION, type DeputyDocument } from './deputy-document.js';

export interface DeputiesReadModel {
  /** For whom this person stands in on that day or later, at most a few hundred. */
  forWhom(deputy: string, day: string): Promise<readonly DeputyDocument[]>;
  /** Whom this person has named and who stands in on that day or later. */
  of(person: string, day: string): Promise<readonly DeputyDocument[]>;
  /** Everybody’s, those that end last first. */
  listed(cursor?: string): Promise<Page<DeputyDocument>>;
}

const MOST = 200;
const PAGE = 50;

export function deputiesIn(readModels: ActiveGenerations): DeputiesReadModel {
  const { find } = documentsIn<DeputyDocument>(readModels, deputiesProjection.name, DEPUTIES_COLLECTION);
  const going = async (whose: { readonly deputy: string } | { readonly person: string }, day: string) => {
    const filter = { ...whose, ended: null, until: { $gte: day } };
    return (await find({ filter, sort: { path: 'until' }, limit: MOST })).documents;
  };
  return {
    forWhom: (deputy, day) => going({ deputy }, day),
    of: (person, day) => going({ person }, day),
    listed: (cursor) => find({ sort: { path: 'until', descending: true }, cursor, limit: PAGE }),
  };
}
