import { createPhrase } from '../refusal-words/phrases.js';
import type { ViewClass } from '../values/lazy-view-class.js';
import type { FieldTypeDefinition } from './field-type.js';
import { rejectType } from './parse-result.js';

/** An empty table sums to zero. */
function convertRows(stored: unknown, row: ViewClass | undefined): unknown {
  if (stored === null || stored === undefined) return [];
  if (!Array.isArray(stored) || !row) return undefined;
  return stored.map((each: unknown) => new row(each));
}

export const tableType: FieldTypeDefinition = {
  name: 'table',
  holds: 'rows',
  options: ['fields'],
  needs: { option: 'fields', remedy: 'write its columns: `fields: { item: { type: text } }`' },
  cel: (_, rowType) => (rowType === undefined ? 'list' : `list<${rowType}>`),
  toCel: (_, row) => (stored) => convertRows(stored, row),
  known: () => undefined,
  read: () => rejectType(createPhrase('type.single'), createPhrase('example.words')),
  isSorted: false,
};
