import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareGenerations } from '#projections/replay/compare-generations.js';
import type { DocumentBlock } from '#projections/port/generation.js';
import { toCanonicalJson } from '#event-store/canonical-json.js';
import { anyText } from '#test/any-text.js';

interface Doc {
  readonly id: string;
  readonly position: number;
  readonly text: string;
}

function side(documents: readonly Doc[], size: number) {
  const sorted = [...documents].sort((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)));
  return {
    checkpoint: async () => 7,
    collections: async () => ['a.B'],
    async *blocks(): AsyncIterable<DocumentBlock> {
      for (let first = 0; first < sorted.length; first += size) {
        const block = sorted.slice(first, first + size);
        yield { lines: block.map((each) => JSON.stringify(each)).join('\n'), count: block.length };
      }
    },
  };
}

/** In order of their ids. */
const many = (count: number): readonly Doc[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `d${String(n).padStart(5, '0')}`,
    position: 1,
    text: `t${n}`,
  }));
const turned = ({ text, position, id }: Doc) => ({ text, position, id });
const doc = fc.record({
  id: anyText({ minLength: 1, maxLength: 3 }),
  position: fc.constant(1),
  text: fc.constantFrom('one', 'two\nlines'),
});
const docs = fc.uniqueArray(doc, { selector: ({ id }) => id, maxLength: 30 });
const size = fc.integer({ min: 1, max: 7 });

describe('comparing two generations', () => {
  const compare = (live: readonly Doc[], rebuilt: readonly Doc[], sizes = [3, 4] as const) =>
    compareGenerations(side(live, sizes[0]), side(rebuilt, sizes[1]), { onDocuments: () => {} });

  it('finds every document that is not the same, whatever the blocks', async () => {
    const change = fc.constantFrom('same', 'turned', 'changed', 'gone', 'alone');
    const laidOut = fc.tuple(docs, fc.array(change, { minLength: 30, maxLength: 30 }), size, size);
    await fc.assert(
      fc.asyncProperty(laidOut, async ([all, changes, one, other]) => {
        const what = (index: number) => changes[index]!;
        const live = all.filter((_, index) => what(index) !== 'alone');
        const rebuilt = all.flatMap((each, index) => {
          if (what(index) === 'gone') return [];
          if (what(index) === 'changed') return [{ ...each, text: 'other' }];
          return [what(index) === 'turned' ? turned(each) : each];
        });
        const touched = all.filter((_, index) => ['changed', 'gone', 'alone'].includes(what(index)));

        const { collections, different, differences } = await compare(live, rebuilt, [one, other] as never);

        expect(different).toBe(touched.length);
        expect(new Set(differences.map(({ id }) => id))).toEqual(new Set(touched.map(({ id }) => id)));
        expect(collections[0]!.documents).toBe(rebuilt.length);
        expect(collections[0]!.live === collections[0]!.rebuilt).toBe(touched.length === 0);
      }),
    );
  });

  it('says of a document that only one side has at which event it stands', async () => {
    const [here, only] = ['a', 'b'].map((id, index) => ({ id, position: index + 4, text: 'one' })) as [
      Doc,
      Doc,
    ];
    expect((await compare([here, only], [here])).differences).toMatchObject([{ id: 'b', position: 5 }]);
    expect((await compare([here], [here, only])).differences).toMatchObject([{ id: 'b', position: 5 }]);
  });

  it.each([99, 100, 101])(
    'when %i documents differ, then a hundred are listed at most, and all counted',
    async (count) => {
      const live = many(count);
      const { differences, different } = await compare(
        live,
        live.map((each) => ({ ...each, text: 'other' })),
      );
      expect(different).toBe(count);
      expect(differences.map(({ id }) => id)).toEqual(live.slice(0, 100).map(({ id }) => id));
    },
  );

  it('tells how many were compared after every 5,000, and in the end', async () => {
    const told: number[] = [];
    const all = side(many(12_500), 1000);
    await compareGenerations(all, all, { onDocuments: (done) => told.push(done) });
    expect(told).toEqual([5000, 10_000, 12_500]);
  });

  it('goes on counting from one collection to the next', async () => {
    const told: number[] = [];
    const both = { ...side(many(4000), 1000), collections: async () => ['a.B', 'a.C'] };
    const { collections } = await compareGenerations(both, both, { onDocuments: (done) => told.push(done) });
    expect(told).toEqual([5000, 8000]);
    expect(collections.map(({ documents }) => documents)).toEqual([4000, 4000]);
  });

  it('sums up the same however it is laid out', async () => {
    const documents = many(20);
    const sums = await Promise.all(
      [1, 4, 50].map(
        async (size) => (await compare(documents, documents, [size, 4] as never)).collections[0]!.live,
      ),
    );
    expect(new Set(sums).size).toBe(1);
  });

  it('tells equal documents by their canonical form', () => {
    expect(toCanonicalJson({ b: 1, a: [{ d: null, c: 'x' }] })).toBe(
      toCanonicalJson({ a: [{ c: 'x', d: null }], b: 1 }),
    );
  });
});
