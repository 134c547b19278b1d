import { Query } from '@nestjs/cqrs';
import { Refused } from '#domain/refusal.js';
import { MAX_UNFILTERED_CHOICES, MAX_MATCHING_CHOICES, type ChoiceMatches } from './choices.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { listRecords } from './list-records.js';
import type { RecordsQuestion } from '../records/records-view.js';

const COUNTED_UP_TO = 10_000;

export class FindMatchingRecords extends Query<ChoiceMatches> {
  constructor(
    readonly question: RecordsQuestion,
    readonly search: string,
  ) {
    super();
  }
}

export const findMatchingRecords =
  (sources: QueryDependencies, question: RecordsQuestion, most = MAX_MATCHING_CHOICES) =>
  async (search: string): Promise<ChoiceMatches> => {
    const limit = search === '' ? MAX_UNFILTERED_CHOICES : most;
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
      // Unreadable records are no choices.
      if (error instanceof Refused) return { items: [], count: { count: 0, more: false } };
      throw error;
    }
  };
