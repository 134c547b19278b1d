// Columns that every record has.
import { describe, expect, it } from '@jest/globals';
import { createRecordsIndexes } from '#projections/read-models/records/records-read-model.js';

const OF_EVERY_RECORD = [
  ...['stateSince', 'openedBy', 'openedAt', 'changedBy', 'changedAt', 'assignee', 'comments'],
  ...['title', 'number'],
];

const indexesOf = (listing: object) => {
  const none = { columns: [], filters: [], sort: { field: 'gone' } };
  return createRecordsIndexes({ fields: [] }, [{ ...none, ...listing }]).indexes;
};

describe('given an entity without fields', () => {
  it.each(OF_EVERY_RECORD)('when a screen filters by %s, then there is an index for it', (column) => {
    expect(indexesOf({ filters: [column] })).toContainEqual([column]);
  });

  it.each([
    ...OF_EVERY_RECORD.filter((column) => !['title', 'number'].includes(column)).map((column) => [
      column,
      column,
    ]),
    ['title', 'sort.title'],
    ['number', 'sort.number'],
  ])('when a screen lists or sorts by %s, then there is one for %s', (column, path) => {
    expect(indexesOf({ columns: [column] })).toContainEqual([path]);
    expect(indexesOf({ sort: { field: column } })).toContainEqual([path]);
  });

  it('when a calendar goes from one of them to another, then there is one for each', () => {
    const indexes = indexesOf({ calendar: { from: 'title', until: 'comments' } });
    expect(indexes).toContainEqual(['title']);
    expect(indexes).toContainEqual(['comments']);
    expect(indexesOf({ calendar: { from: 'comments' } })).toContainEqual(['comments']);
  });

  it('when nothing else is listed, then there is one for since when a record is in its state', () => {
    expect(createRecordsIndexes({ fields: [] }, []).indexes).toContainEqual(['stateSince']);
    expect(createRecordsIndexes({ fields: [] }, []).indexes).toContainEqual(['state', 'stateSince']);
  });
});
