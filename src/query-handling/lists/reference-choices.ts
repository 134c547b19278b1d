// Query: the records that a reference can point to.
import { Refused } from '#domain/refusal.js';
import { LONGEST_LIST, MOST_FOUND, type Matches } from './choices.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { listRecords } from './list-records.js';
import type { RecordsQuestion } from '../records/records-view.js';

const COUNTED_UP_TO = 10_000;

/** Records of an entity as the viewer may read them, by title. */
export const findMatchingRecords =
  (sources: QueryDependencies, question: RecordsQuestion, most = MOST_FOUND) =>
  async (search: string): Promise<Matches> => {
    const limit = search === '' ? LONGEST_LIST : most;
    const query = {
      filters: [],
      search,
      sort: { field: 'title', descending: false },
      limit,
      countUpTo: COUNTED_UP_TO,
    };
    try {
      const { items, count, next } = await listRecords(sources, question, query, new Set());
      const choices = items.map(({ id, title, number }) => ({ value: id, title: title || number || id }));
      if (next === undefined) return { items: choices, count: { count: items.length, more: false } };
      return { items: choices, count: { ...count, more: count.more || count.count <= items.length } };
    } catch (error) {
      // Nobody chooses from records that they may not read.
      if (error instanceof Refused) return { items: [], count: { count: 0, more: false } };
      throw error;
    }
  };
