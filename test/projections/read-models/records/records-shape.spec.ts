import { describe, expect, it } from '@jest/globals';
import { listSearchWords } from '#projections/port/search-words.js';
import {
  toRecordFilterPath,
  createRecordsIndexes,
  toRecordSortPath,
} from '#projections/read-models/records/records-read-model.js';

const fields = [
  { key: 'title', type: 'text' },
  { key: 'amount', type: 'money' },
  { key: 'department', type: 'choice' },
  {
    key: 'lines',
    type: 'table',
    fields: [
      { key: 'item', type: 'text' },
      { key: 'owner', type: 'user' },
      { key: 'receipt', type: 'file' },
    ],
  },
  { key: 'iban', type: 'text', personal: 'requestedBy' },
  { key: 'quote', type: 'file' },
  { key: 'passport', type: 'file', personal: 'requestedBy' },
];

describe('the shape of a collection of records', () => {
  it('has an index for every column, filter and sort, and for what every record has', () => {
    const shape = createRecordsIndexes({ fields }, [
      {
        columns: ['number', 'amount', 'lines', 'quote'],
        filters: ['department', 'state'],
        sort: { field: 'title' },
      },
    ]);
    expect(shape.indexes).toEqual([
      ['state', 'changedAt'],
      ['openedBy', 'openedAt'],
      ['state', 'stateSince'],
      ['assignee'],
      ['changedAt'],
      ['fields.amount'],
      ['fields.department'],
      ['number'],
      ['openedAt'],
      ['sort.number'],
      ['sort.title'],
      ['sort.title-field'],
      ['stateSince'],
    ]);
  });

  it('has an index for every field that names a person, listed or not: each page counts what others changed there', () => {
    const people = [
      { key: 'buyer', type: 'user' },
      { key: 'patient', type: 'user', personal: 'patient' },
    ];
    const { indexes } = createRecordsIndexes({ fields: [...fields, ...people] }, []);
    expect(indexes).toContainEqual(['fields.buyer']);
    expect(JSON.stringify(indexes)).not.toContain('patient');
    expect(JSON.stringify(indexes)).not.toContain('owner');
  });

  it('finds files by their names, and not by their hashes or types', () => {
    const file = (name: string) => [{ sha256: 'abc123', name, type: 'application/pdf', size: 5 }];
    const document = {
      fields: {
        quote: file('Offer Walnut.docx'),
        passport: file('secret.png'),
        lines: [{ item: 'Chair', receipt: file('till.txt') }],
      },
    };
    const words = listSearchWords(document, createRecordsIndexes({ fields }, []).text);
    expect([...words].toSorted()).toEqual(['chair', 'docx', 'offer', 'till', 'txt', 'walnut']);
  });

  it('searches texts, choices and names of files, those in tables too, and never what is personal', () => {
    expect(createRecordsIndexes({ fields }, []).text).toEqual([
      'title',
      'number',
      'fields.title',
      'fields.department',
      'fields.lines.item',
      'fields.lines.receipt.name',
      'fields.quote.name',
      'fields.lines.owner=',
    ]);
    const listed = createRecordsIndexes({ fields }, [
      { columns: ['iban'], filters: ['iban'], sort: { field: 'iban' } },
    ]);
    expect(JSON.stringify(listed)).not.toContain('iban');
  });

  it('searches apart what only some may read, and titles, which may be made of it', () => {
    const permissions = { fields: { lines: { read: {} }, department: { edit: {} } } };
    expect(createRecordsIndexes({ fields, permissions }, []).text).toEqual([
      'title~',
      'number',
      'fields.title',
      'fields.department',
      'fields.lines.item~',
      'fields.lines.receipt.name~',
      'fields.quote.name',
      'fields.lines.owner=',
    ]);
  });

  it('leaves out what the entity has not', () => {
    const listed = createRecordsIndexes({ fields }, [
      { columns: ['gone'], filters: ['gone'], sort: { field: 'gone' } },
    ]);
    expect(listed).toEqual(createRecordsIndexes({ fields }, []));
    expect(createRecordsIndexes({ fields: [] }, []).text).toEqual(['title', 'number']);
  });

  it('says where a column is found', () => {
    expect(toRecordFilterPath('amount', fields)).toBe('fields.amount');
    expect(toRecordFilterPath('state', fields)).toBe('state');
    expect(toRecordSortPath('amount', fields)).toBe('fields.amount');
    expect(toRecordSortPath('department', fields)).toBe('sort.department');
    expect(toRecordSortPath('title', fields)).toBe('sort.title-field');
    expect(toRecordSortPath('title', [])).toBe('sort.title');
    expect(toRecordSortPath('openedAt', fields)).toBe('openedAt');
  });
});
