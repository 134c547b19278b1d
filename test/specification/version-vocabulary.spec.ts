import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { findTitle } from '#specification/current-title.js';
import { readVocabulary, getVocabulary } from '#specification/version-vocabulary.js';
import { documentOf, mended, valid } from './documents.js';

const EXAMPLES = [
  ['the example of the design', mended()],
  ...['purchase-requests', 'capa', 'permits', 'blank'].map(
    (name) => [name, readFileSync(`specifications/${name}.md`, 'utf8')] as const,
  ),
] as const;

describe('the words of a document', () => {
  it.each(EXAMPLES)('are read without a check as a check finds them: %s', (_, text) => {
    expect(readVocabulary(text)).toEqual(getVocabulary(valid(text)));
  });

  it.each(EXAMPLES)('are plain data, which crosses threads: %s', (_, text) => {
    expect(structuredClone(getVocabulary(valid(text)))).toEqual(getVocabulary(valid(text)));
  });

  it('are read of a document that passes no check any more', () => {
    const document = documentOf({
      1: 'name: Firm',
      3: 'entities: { Case: { fields: { amount: { type: money, currency: JPY }, sum: { type: integer, computed: "no.such(" } } } }',
      4: 'lifecycles: { Case: { states: { open: { title: Being read } }, actions: { go: { title: Go on, from: nowhere } } } }',
    });
    expect(() => valid(document)).toThrow();
    const words = readVocabulary(document)!;
    expect(findTitle(words, { of: 'state', entity: 'Case', key: 'open' })).toBe('Being read');
    expect(words.entities['Case']!.fields[0]).toMatchObject({ key: 'amount', currency: 'JPY', places: 0 });
  });

  it('name calls and constants by their titles, and a constant without one by its name made readable', () => {
    const words = readVocabulary(
      documentOf({
        3: 'entities: { Case: { fields: { kind: { type: choice, of: [title, other] } } } }',
        7: 'calls: { sendOrder: { title: Order, on: Case.open, post: "https://a.example" }, sendNote: { on: Case, post: "https://a.example" } }',
        9: [
          'constants:',
          '  twoEyes: { title: Limit for two approvals, value: 5 }',
          '  later: [{ title: Later, value: 1 }, { value: 2, from: 2030-01-01 }]',
          '  ofRows: { title: Of rows, table: [{ else: 1 }] }',
          '  byKind: { by: kind, title: 5, other: 6 }',
          '  plainValue: 7',
        ].join('\n'),
      }),
    )!;
    expect(words.calls).toEqual({
      sendOrder: { key: 'sendOrder', title: 'Order', action: 'open', condition: [] },
      sendNote: { key: 'sendNote', condition: [] },
    });
    expect(Object.values(words.constants).map(({ title }) => title)).toEqual([
      ...['Limit for two approvals', 'Later', 'Of rows', 'By kind', 'Plain value'],
    ]);
    expect(findTitle(words, { of: 'constant', key: 'later' })).toBe('Later');
    expect(findTitle(words, { of: 'call', key: 'toString' })).toBeUndefined();
  });

  it('say of what is no document that nobody knows who was to see what', () => {
    expect(readVocabulary('nothing')?.titled).toBeUndefined();
  });
});
