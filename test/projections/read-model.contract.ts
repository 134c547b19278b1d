// An adapter's spec calls `readModelContract`.
import {
  FAILED_DOCUMENTS,
  formatFailedDocumentKey,
  readFailedDocuments,
  type FailedDocument,
} from '#projections/port/failed-documents.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BadCursor, BadQuery, WrittenElsewhere } from '#projections/port/read-model-errors.js';
import { QUARANTINED_VERSION } from '#projections/port/generations.js';
import {
  getValueAt,
  type Filter,
  type Query,
  type CollectionIndexes,
  type RowComparison,
} from '#projections/port/query.js';
import { toRestrictedPath, toRowValuesPath, toMatchWords } from '#projections/port/row-value-words.js';
import type { Generation } from '#projections/port/generation.js';
import type { LeaseRecord } from '#projections/port/leases.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { aggregateContract } from './aggregation.contract.js';
import { type Plain, matching, sorted } from './reference-model.js';
import { createChangeWaiter } from './wait-for-change.js';
import type { Scalar } from '#specification/model/stored-value.js';
import { numRuns } from '../property-runs.js';

type Doc = Plain & Record<string, unknown>;

const SHAPE: CollectionIndexes = {
  indexes: [['state'], ['amount'], ['state', 'amount'], ['fields.title'], ['odd']],
  text: ['title', 'fields', 'list'],
};
const BARE: CollectionIndexes = { indexes: [], text: ['title'] };

/** `open`: the same read models within a test; `reset`: removes them. */
export function readModelContract(
  name: string,
  { open, reset }: { open: () => Promise<ReadModels>; reset: () => Promise<void> },
): void {
  describe(`${name} as read models`, () => {
    let readModels: ReadModels;
    let generation: Generation;

    beforeEach(async () => {
      readModels = await open();
      generation = await fresh(() => SHAPE);
    });
    afterEach(async () => {
      await generation.close();
      for (const each of [readModels, ...others.splice(0)]) await each.close();
      await reset();
    });

    /** Other processes' handles; closed after a failed test too, as Jest waits for them. */
    const others: ReadModels[] = [];
    async function another(): Promise<ReadModels> {
      const opened = await open();
      others.push(opened);
      return opened;
    }

    async function fresh(shapeOf: (collection: string) => CollectionIndexes): Promise<Generation> {
      const { number } = await readModels.create('things', 1);
      return readModels.open('things', number, shapeOf);
    }

    let written = 0;
    async function given(...documents: readonly object[]): Promise<void> {
      await write(
        generation,
        documents.map((each) => ({ position: 1, ...each }) as unknown as Doc),
      );
    }
    async function write(to: Generation, documents: readonly Doc[]): Promise<void> {
      await to.write(
        documents.map((document) => ({ collection: 'a.B', id: document.id, document })),
        ++written,
      );
    }
    async function ids(filter: Filter, sort?: Query['sort']): Promise<string[]> {
      const page = await generation.find<Doc>('a.B', { filter, sort, limit: 1000 });
      return page.documents.map((document) => document.id);
    }

    describe('documents', () => {
      it('come back exactly as they were written', async () => {
        const document = {
          id: 'a',
          position: 3,
          odd: [
            '\u0000',
            '\ud800 alone',
            '🙂',
            null,
            true,
            1.5,
            -0.25,
            9007199254740991,
            { deep: { er: [] } },
          ],
          empty: {},
        };
        await given(document);
        expect(await generation.get('a.B', 'a')).toEqual(document);
      });

      it('are replaced, and removed', async () => {
        await given({ id: 'a', title: 'old' }, { id: 'b', title: 'stays' });
        await given({ id: 'a', title: 'new' });
        expect(await generation.get('a.B', 'a')).toMatchObject({ title: 'new' });
        await generation.write([{ collection: 'a.B', id: 'a', document: undefined }], 9);
        expect(await generation.get('a.B', 'a')).toBeUndefined();
        expect(await ids({ $text: 'new' })).toEqual([]);
        expect(await ids({})).toEqual(['b']);
      });

      it('and their checkpoint are written together or not at all', async () => {
        await given({ id: 'a' });
        const checkpoint = await generation.checkpoint();
        const circular: { position: number; self?: unknown } = { position: 2 };
        circular.self = circular;
        const writes = [
          { collection: 'a.B', id: 'b', document: { position: 2 } },
          { collection: 'a.B', id: 'c', document: circular },
        ];
        await expect(generation.write(writes, 77)).rejects.toThrow();
        expect(await generation.get('a.B', 'b')).toBeUndefined();
        expect(await generation.checkpoint()).toBe(checkpoint);
        await given({ id: 'd' });
        expect(await ids({})).toEqual(['a', 'd']);
      });

      it('of a collection nobody has written to are none', async () => {
        expect(await generation.get('no.Such', 'a')).toBeUndefined();
        expect(await generation.find('no.Such', { limit: 10 })).toEqual({ documents: [] });
        expect(await generation.count('no.Such')).toEqual({ count: 0, more: false });
        expect(await generation.countBy('no.Such', 'state')).toEqual(new Map());
      });

      it('are scanned by id, and collections by name', async () => {
        const many = Array.from({ length: 1203 }, (_, index) => ({
          id: `x${String(index).padStart(5, '0')}`,
        }));
        await given(...many.toReversed());
        await generation.write([{ collection: 'a.A', id: 'z', document: { position: 1 } }], 99);
        const scanned: string[] = [];
        for await (const document of generation.scan<Doc>('a.B')) scanned.push(document.id);
        expect(scanned).toEqual(many.map((each) => each.id));
        expect(await generation.collections()).toEqual(['a.A', 'a.B']);
      });
    });

    it('tells large documents in blocks of 8 MB, whole, in their order, now and in a snapshot', async () => {
      const large = Array.from({ length: 20 }, (_, at) => ({
        id: `id-${String(at).padStart(2, '0')}`,
        notes: 'x'.repeat(900_000 + at),
      }));
      await given(...large.slice(0, 9));
      await given(...large.slice(9));
      const snapshot = await generation.snapshot();
      for (const each of [generation, snapshot]) {
        const ids: string[] = [];
        for await (const { lines, count } of each.blocks('a.B')) {
          const documents = lines.split('\n').map((line) => JSON.parse(line) as Doc);
          expect(documents).toHaveLength(count);
          ids.push(...documents.map(({ id }) => id));
          // One document fills the block.
          expect(lines.length).toBeLessThan(8 * 1024 * 1024 + 1_000_000);
        }
        expect(ids).toEqual(large.map(({ id }) => id));
      }
      await snapshot.close();
    });

    describe('filters', () => {
      it('distinguish types', async () => {
        await given(
          { id: 'number', odd: 1 },
          { id: 'text', odd: '1' },
          { id: 'true', odd: true },
          { id: 'false', odd: false },
          { id: 'zero', odd: 0 },
          { id: 'null', odd: null },
          { id: 'missing' },
          { id: 'list', odd: [] },
          { id: 'text of a list', odd: '[]' },
        );
        expect(await ids({ odd: 1 })).toEqual(['number']);
        expect(await ids({ odd: '1' })).toEqual(['text']);
        expect(await ids({ odd: true })).toEqual(['true']);
        expect(await ids({ odd: false })).toEqual(['false']);
        expect(await ids({ odd: null })).toEqual(['missing', 'null']);
        expect(await ids({ odd: '[]' })).toEqual(['text of a list']);
        expect(await ids({ odd: { $gte: 0 } })).toEqual(['number', 'zero']);
        expect(await ids({ odd: { $lt: 'z' } })).toEqual(['text', 'text of a list']);
        expect(await ids({ odd: { $in: [null, 1] } })).toEqual(['missing', 'null', 'number']);
        expect(await ids({ odd: { $ne: null } })).toHaveLength(7);
        expect(await ids({ odd: { $in: [] } })).toEqual([]);
        expect(await ids({}, { path: 'odd' })).toEqual([
          ...['missing', 'null', 'zero', 'number', 'text', 'text of a list', 'false', 'true', 'list'],
        ]);
      });

      it('take as many values as a search for many people has', async () => {
        await given({ id: 'text', odd: 'one' }, { id: 'number', odd: 7 }, { id: 'true', odd: true });
        const others = Array.from({ length: 80_000 }, (_, index) =>
          index % 2 ? `no ${index}` : 100 + index,
        );
        expect(await ids({ odd: { $in: [...others, 'one'] } })).toEqual(['text']);
        expect(await ids({ odd: { $in: [7, ...others, true] } })).toEqual(['number', 'true']);
        expect(await ids({ odd: { $in: others } })).toEqual([]);
      });

      it('compare ids and positions as what they are', async () => {
        await given({ id: '5', position: 5 }, { id: '6', position: 6 });
        expect(await ids({ id: '5' })).toEqual(['5']);
        expect(await ids({ id: 5 })).toEqual([]);
        expect(await ids({ position: { $gt: 5 } })).toEqual(['6']);
        expect(await ids({ position: '5' })).toEqual([]);
        expect(await ids({ id: { $ne: 5 } })).toEqual(['5', '6']);
        expect(await ids({ id: { $in: ['6', null] } })).toEqual(['6']);
      });

      it('take every string as a value and none as a command', async () => {
        const evil = [
          "'; DROP TABLE a; --",
          '%',
          '_',
          '*',
          '"',
          '\\',
          '$where',
          '\u0000\u0001',
          'x\u0000y',
          'x',
        ];
        await given(...evil.map((odd, index) => ({ id: String(index), odd })));
        for (const [index, odd] of evil.entries()) {
          expect(await ids({ odd })).toEqual([String(index)]);
          expect(await ids({ odd: { $prefix: odd } })).toEqual(
            evil.flatMap((other, at) => (other.startsWith(odd) ? [String(at)] : [])),
          );
          const contained = ids({ odd: { $contains: odd } });
          if (/\p{Cc}/u.test(odd)) await expect(contained).rejects.toThrow(BadQuery);
          else
            expect(await contained).toEqual(
              evil.flatMap((other, at) => (other.includes(odd) ? [String(at)] : [])),
            );
        }
      });

      it('refuse paths and operators that are none', async () => {
        await given({ id: 'a' });
        for (const path of ["a'b", 'a b', '', 'a..b', '"', 'a;--', '.'])
          await expect(generation.find('a.B', { filter: { [path]: 1 }, limit: 1 })).rejects.toThrow(BadQuery);
        await expect(generation.find('a.B', { sort: { path: 'a)' }, limit: 1 })).rejects.toThrow(BadQuery);
        await expect(generation.countBy('a.B', 'a"b')).rejects.toThrow(BadQuery);
        const unknown = { odd: { $where: '1' } } as unknown as Filter;
        await expect(generation.find('a.B', { filter: unknown, limit: 1 })).rejects.toThrow(BadQuery);
        await expect(generation.find('a.B', { filter: { $not: [] } as Filter, limit: 1 })).rejects.toThrow(
          BadQuery,
        );
      });
    });

    describe('text search', () => {
      it('finds words by their beginnings, without case and accents, in every listed path', async () => {
        await given(
          { id: 'a', title: 'Äpfel aus Genève', fields: { note: 'grün' } },
          { id: 'b', title: 'apples', list: [{ item: 'Straße' }, { item: 'PR-2026-0001' }] },
          { id: 'c', title: 'nothing', other: 'apples' },
        );
        expect(await ids({ $text: 'APF' })).toEqual(['a']);
        expect(await ids({ $text: 'geneve grun' })).toEqual(['a']);
        expect(await ids({ $text: 'app' })).toEqual(['b']);
        expect(await ids({ $text: 'strasse' })).toEqual(['b']);
        expect(await ids({ $text: 'PR-2026-0001' })).toEqual(['b']);
        expect(await ids({ $text: 'apples nothing' })).toEqual([]);
        expect(await ids({ $text: 'ples' })).toEqual([]);
        expect(await ids({ $text: '  ' })).toEqual(['a', 'b', 'c']);
      });

      it('never finds sealed values', async () => {
        await given({
          id: 'a',
          fields: { iban: { sealed: { person: 'peter', box: 'secretbox' } }, open: 'yes' },
        });
        expect(await ids({ $text: 'secretbox' })).toEqual([]);
        expect(await ids({ $text: 'peter' })).toEqual([]);
        expect(await ids({ $text: 'yes' })).toEqual(['a']);
      });

      it('finds pictures and signs, and is harmed by none', async () => {
        const texts = [
          '🙂',
          'great🙂',
          '...',
          '-- "',
          "'; DROP TABLE x",
          'NEAR(a b)',
          'a AND b',
          '日本語テスト',
          '\u200b',
          'ↀ',
        ];
        await given(...texts.map((title, index) => ({ id: String(index), title })));
        for (const [index, text] of texts.entries())
          expect(await ids({ $text: text })).toContain(String(index));
        expect(await ids({ $text: '🙂' })).toEqual(['0', '1']);
        expect(await ids({ $text: '...' })).toEqual(['2']);
        expect(await ids({ $text: '本' })).toEqual(['7']);
        expect(await ids({ $text: '!!!' })).toEqual([]);
      });

      it('follows changes of the text', async () => {
        await given({ id: 'a', title: 'one' }, { id: 'b', title: 'one' });
        await given({ id: 'a', title: 'two' });
        expect(await ids({ $text: 'one' })).toEqual(['b']);
        expect(await ids({ $text: 'two' })).toEqual(['a']);
      });
    });

    describe('a search among documents that come in order', () => {
      const ORDERED: CollectionIndexes = {
        indexes: [['state']],
        text: ['title'],
        fixed: true,
        inOrder: true,
      };
      const event = (n: number): Doc => ({
        id: String(n).padStart(4, '0'),
        position: n,
        state: n % 90 === 0 ? 'rare' : n % 2 === 0 ? 'even' : 'odd',
        title: `order ${n} of ${n % 3 === 0 ? 'paper' : 'pens'}`,
      });
      const events = Array.from({ length: 400 }, (_, index) => event(index + 1));

      it.each<[string, Filter]>([
        ['one letter', { $text: 'o' }],
        ['a word of all', { $text: 'order' }],
        ['two words', { $text: 'pap order' }],
        ['a word, and what many have', { $and: [{ state: 'even' }, { $text: 'paper' }] }],
        ['a word, and what few have', { $and: [{ state: 'rare' }, { $text: 'order' }] }],
        ['a word, and what has no index', { $and: [{ title: 'order 7 of pens' }, { $text: 'order' }] }],
        ['two searches', { $and: [{ $text: 'paper' }, { $text: '12' }] }],
        ['a word or something else', { $or: [{ $text: 'paper' }, { state: 'rare' }] }],
        ['nothing that is there', { $text: 'xylophone' }],
      ])('finds %s page by page, from either end', async (_, filter) => {
        const own = await fresh(() => ORDERED);
        try {
          await write(own, events.slice(0, 150));
          await write(own, events.slice(150));
          for (const descending of [true, false]) {
            const sort = { path: 'id', descending };
            const wanted = sorted(matching(events, filter, ORDERED.text), sort);
            expect(await walk(own, { filter, sort, limit: 7 })).toEqual(wanted);
            expect(await walkBack(own, { filter, sort, limit: 7 })).toEqual(wanted);
          }
          const { length } = matching(events, filter, ORDERED.text);
          expect(await own.count('a.B', filter)).toEqual({ count: length, more: false });
        } finally {
          await own.close();
        }
      });
    });

    describe('a search that also looks at what columns show', () => {
      const SEARCHED: CollectionIndexes = {
        indexes: [['state'], ['amount'], ['due'], ['isUrgent'], ['customer'], ['changedAt']],
        text: ['title'],
      };
      const DAYS = ['2026-11-01', '2026-11-28', '2026-12-01', undefined];
      const record = (n: number): Doc => ({
        id: String(n).padStart(4, '0'),
        position: n,
        title: `order ${n} of ${n % 3 === 0 ? 'paper' : 'pens'}`,
        state: n % 5 === 0 ? 'draft' : 'placed',
        changedAt: new Date(n * 86_400_000).toISOString(),
        ...(n % 4 > 0 && { amount: n * 50 }),
        ...(DAYS[n % 4] !== undefined && { due: DAYS[n % 4] }),
        ...(n % 7 !== 0 && { isUrgent: n % 2 === 0 }),
        customer: n % 11 === 0 ? null : `customer-${n % 9}`,
      });
      const records = Array.from({ length: 120 }, (_, index) => record(index + 1));
      const columns = fc.oneof(
        fc.constantFrom('paper', 'ord', '12', 'xylophone').map(($text): Filter => ({ $text })),
        fc.constantFrom(4_950, 5_000, 5_099).map((from): Filter => ({
          amount: { $gte: from, $lte: from + 99 },
        })),
        fc.constantFrom('2026-11', '2026-12').map((month): Filter => ({
          due: { $gte: `${month}-01`, $lte: `${month}-31` },
        })),
        fc.constantFrom('1970-02-05', '1970-03-01').map((day): Filter => ({
          changedAt: { $gte: `${day}T00:00:00.000Z`, $lte: `${day}T23:59:59.999Z` },
        })),
        fc.constant<Filter>({ isUrgent: { $in: [true] } }),
        fc.constant<Filter>({ amount: { $ne: null } }),
        fc
          .subarray(['customer-1', 'customer-2', 'customer-8'])
          .map((among): Filter => ({ customer: { $in: among } })),
      );
      const term = fc.array(columns, { minLength: 1, maxLength: 5 }).map((any): Filter => ({ $or: any }));
      const searches = fc.record({
        filter: fc
          .tuple(
            fc.constantFrom<Filter>({}, { state: 'draft' }),
            fc.array(term, { minLength: 1, maxLength: 3 }),
          )
          .map(([rights, terms]): Filter => ({ $and: [rights, ...terms] })),
        sort: fc.record({
          path: fc.constantFrom('changedAt', 'amount', 'due'),
          descending: fc.boolean(),
          emptyLast: fc.boolean(),
        }),
      });

      it('finds and counts what any of the columns shows, page by page', async () => {
        const own = await fresh(() => SEARCHED);
        try {
          await write(own, records);
          await fc.assert(
            fc.asyncProperty(searches, async ({ filter, sort }) => {
              const wanted = sorted(matching(records, filter, SEARCHED.text), sort);
              expect(await walk(own, { filter, sort, limit: 7 })).toEqual(wanted);
              expect(await own.count('a.B', filter)).toEqual({ count: wanted.length, more: false });
            }),
            { numRuns: numRuns(40) },
          );
        } finally {
          await own.close();
        }
      });
    });

    describe('a search of texts that not everybody may read', () => {
      const APART: CollectionIndexes = {
        indexes: [['title']],
        text: ['title', ...['note', 'plan'].map(toRestrictedPath)],
      };
      const text = fc
        .array(fc.constantFrom('pear', 'pearl', 'Äpfel', 'apfel-mus', '日本', 'سلام', '7'), { maxLength: 3 })
        .map((words) => words.join(' '));
      const documents = fc.array(fc.record({ title: text, note: text, plan: text }), {
        minLength: 1,
        maxLength: 9,
      });
      const searches = fc.record({ text, restrictedPaths: fc.subarray(['note', 'plan']) });

      it('looks into those alone that it names, besides what everybody may read, for each of its words', async () => {
        const own = await fresh(() => APART);
        try {
          await fc.assert(
            fc.asyncProperty(documents, searches, async (all, $text) => {
              const held = (await own.find<Doc>('a.B', { limit: 100 })).documents;
              await own.write(
                held.map(({ id }) => ({ collection: 'a.B', id, document: undefined })),
                ++written,
              );
              const docs = all.map((each, index): Doc => ({ ...each, id: String(index), position: written }));
              await write(own, docs);
              const page = await own.find<Doc>('a.B', { filter: { $text }, limit: 100 });
              expect(page.documents).toEqual(matching(docs, { $text }, APART.text));
              const { count } = await own.count('a.B', { $and: [{ $text }, { plan: { $ne: null } }] });
              expect(count).toBe(page.documents.length);
            }),
            { numRuns: numRuns(40) },
          );
        } finally {
          await own.close();
        }
      });
    });

    describe('a search in rows', () => {
      const PATHS = ['n', 'day', 'at', 'product', 'isDone'].map((column) => `lines.${column}`);
      const ROWS: CollectionIndexes = {
        indexes: [['title']],
        text: ['title', ...PATHS.map(toRowValuesPath)],
      };
      const day = fc.constantFrom('2026-02-28', '2026-03-01', '2026-03-31', '2026-11-09', '2026-11-10');
      const moment = fc
        .oneof(fc.constantFrom(0, 1_439, 1_440, 1_441), fc.integer({ min: 0, max: 3_000 }))
        .map((minutes) => new Date(Date.UTC(2026, 2, 1) + minutes * 60_000).toISOString());
      const number = fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(-1_099, -1_000, -150, -5, 5, 150, 1_299, 9_999, 10_000) },
        { weight: 1, arbitrary: fc.oneof(fc.integer({ min: -1_100, max: 12_000 }), fc.maxSafeInteger()) },
      );
      const product = fc.constantFrom('018f-A', '018f-a', '018f', 'Äpfel_1', '', '5');
      const row = fc.record(
        { n: number, day, at: moment, product, isDone: fc.boolean() },
        { requiredKeys: [] },
      );
      const documents = fc.array(fc.array(row, { maxLength: 3 }), { minLength: 1, maxLength: 12 });
      const whole = (from: number) =>
        from < 0 ? { from: from - 99, until: from } : { from, until: from + 99 };
      const matches: fc.Arbitrary<RowComparison> = fc.oneof(
        fc.constantFrom(...PATHS).map((path): RowComparison => ({ path, match: 'any' })),
        fc
          .array(number)
          .map((among): RowComparison => ({ path: PATHS[0]!, match: { among: new Set(among) } })),
        fc
          .constantFrom(-1_000, -100, 0, 100, 1_200, 9_900, 9_950, 10_000)
          .map((from): RowComparison => ({ path: PATHS[0]!, match: whole(from) })),
        fc
          .tuple(day, day)
          .map(([from, until]): RowComparison => ({ path: PATHS[1]!, match: { from, until } })),
        moment.map((from): RowComparison => {
          const until = new Date(Date.parse(from) + 86_399_999).toISOString();
          return { path: PATHS[2]!, match: { from, until } };
        }),
        fc
          .subarray(['018f-A', '018f', 'Äpfel_1', '', '5', '01'])
          .map((among): RowComparison => ({ path: PATHS[3]!, match: { among: new Set(among) } })),
        fc.boolean().map((is): RowComparison => ({ path: PATHS[4]!, match: { among: new Set([is]) } })),
      );

      it('finds the documents of which one row has the value, or one of the range, and no other', async () => {
        const own = await fresh(() => ROWS);
        try {
          await fc.assert(
            fc.asyncProperty(documents, matches, async (all, $rows) => {
              const held = (await own.find<Doc>('a.B', { limit: 100 })).documents;
              await own.write(
                held.map(({ id }) => ({ collection: 'a.B', id, document: undefined })),
                ++written,
              );
              const docs = all.map((lines, index): Doc => ({
                id: String(index).padStart(2, '0'),
                position: written,
                lines,
              }));
              await write(own, docs);
              const page = await own.find<Doc>('a.B', { filter: { $rows }, limit: 100 });
              expect(page.documents).toEqual(matching(docs, { $rows }, ROWS.text));
            }),
            { numRuns: numRuns(60) },
          );
        } finally {
          await own.close();
        }
      });

      it('takes a thousand values at once', async () => {
        const own = await fresh(() => ROWS);
        try {
          await write(own, [
            { id: 'a', position: 1, lines: [{ product: 'p-999' }] },
            { id: 'b', position: 1, lines: [{ product: 'p-1000' }] },
          ]);
          const among = new Set(Array.from({ length: 1_000 }, (_, index) => `p-${index}`));
          const filter: Filter = {
            $or: [{ $text: 'nothing' }, { $rows: { path: PATHS[3]!, match: { among } } }],
          };
          expect((await own.find<Doc>('a.B', { filter, limit: 9 })).documents.map(({ id }) => id)).toEqual([
            'a',
          ]);
        } finally {
          await own.close();
        }
      });

      it("is never matched by typed text, not even by a value's word", async () => {
        const own = await fresh(() => ROWS);
        try {
          await write(own, [{ id: 'a', position: 1, lines: [{ product: 'p' }] }]);
          const { whole: typed } = toMatchWords(PATHS[3]!, { among: new Set(['p']) });
          expect(typed).toHaveLength(1);
          for (const $text of [typed[0]!, typed[0]!.slice(0, 3), 'p'])
            expect((await own.find<Doc>('a.B', { filter: { $text }, limit: 9 })).documents).toEqual([]);
        } finally {
          await own.close();
        }
      });
    });

    describe('pages', () => {
      it('tell the first and the last one', async () => {
        await given(...['a', 'b', 'c'].map((id) => ({ id })));
        const first = await generation.find<Doc>('a.B', { limit: 2 });
        expect(first.previous).toBeUndefined();
        const last = await generation.find<Doc>('a.B', { limit: 2, cursor: first.next });
        expect(last.documents.map((document) => document.id)).toEqual(['c']);
        expect(last.next).toBeUndefined();
        const back = await generation.find<Doc>('a.B', { limit: 2, cursor: last.previous, backwards: true });
        expect(back).toEqual(first);
      });

      it('refuse a forged cursor', async () => {
        await given({ id: 'a' });
        const forged = [
          '',
          'x',
          '%%%',
          Buffer.from('{}').toString('base64url'),
          Buffer.from('[1]').toString('base64url'),
        ];
        for (const cursor of forged)
          await expect(generation.find('a.B', { limit: 1, cursor })).rejects.toThrow(BadCursor);
        const odd = Buffer.from('[[{"$gt":1}],"a"]').toString('base64url');
        await expect(
          generation.find('a.B', { limit: 1, cursor: odd, sort: { path: 'odd' } }),
        ).resolves.toBeDefined();
      });

      it('stay in order when a text has no well-formed end', async () => {
        await given(...['\ud800', '\udfff', 'a', '\ud83d'].map((odd, index) => ({ id: String(index), odd })));
        const seen = await walk(generation, { limit: 1, sort: { path: 'odd' } });
        expect(seen.map((document) => document.id)).toHaveLength(4);
      });
    });

    it('counts up to a limit, and by value', async () => {
      await given(
        ...['open', 'open', 'closed', null, undefined].map((state, index) => ({
          id: String(index),
          state,
          amount: index,
        })),
        { id: 'odd', state: [] },
        { id: 'flag', state: true },
      );
      expect(await generation.count('a.B')).toEqual({ count: 7, more: false });
      expect(await generation.count('a.B', { state: 'open' }, 1)).toEqual({ count: 1, more: true });
      expect(await generation.count('a.B', { state: 'open' }, 2)).toEqual({ count: 2, more: false });
      expect(await generation.countBy('a.B', 'state', {}, 1)).toEqual(
        new Map<Scalar, number>([
          [null, 1],
          ['open', 1],
          ['closed', 1],
          [true, 1],
        ]),
      );
      expect(await generation.countBy('a.B', 'state')).toEqual(
        new Map<Scalar, number>([
          [null, 2],
          ['open', 2],
          ['closed', 1],
          [true, 1],
        ]),
      );
      expect(await generation.countBy('a.B', 'state', { amount: { $gte: 1 } })).toEqual(
        new Map<Scalar, number>([
          [null, 2],
          ['open', 1],
          ['closed', 1],
        ]),
      );
    });

    it('reads the texts at a path of as many documents as were asked for', async () => {
      await given(...['a', 'b', 'b', null, 3].map((state, index) => ({ id: String(index), state })));
      const read = async (limit: number) => {
        const { texts, without, more } = await generation.texts('a.B', { path: 'state', filter: {}, limit });
        return [texts.length + without, more];
      };
      expect(await read(5)).toEqual([5, false]);
      expect(await read(4)).toEqual([4, true]);
      expect(await generation.texts('no.Such', { path: 'state', filter: {}, limit: 5 })).toEqual({
        texts: [],
        without: 0,
        more: false,
      });
    });

    it('counts by texts with any signs in them, and tells them as they are', async () => {
      const texts = ['a', 'a\u0000', 'a\u0000\u0001', 'a\u0001', 'a\u0001\u0001', 'a\u0002'];
      await given(...texts.map((text, index) => ({ id: String(index), state: text, odd: text })));
      for (const path of ['state', 'odd'])
        expect(await generation.countBy('a.B', path)).toEqual(
          new Map<Scalar, number>(texts.map((text) => [text, 1])),
        );
    });

    it('knows large numbers as JavaScript does, indexed or not', async () => {
      const large = 2 ** 60;
      await given({ id: 'a', amount: large, other: large }, { id: 'b', amount: 3, other: 3 });
      for (const path of ['amount', 'other']) {
        expect(await ids({ [path]: large })).toEqual(['a']);
        expect(await generation.countBy('a.B', path)).toEqual(
          new Map<Scalar, number>([
            [3, 1],
            [large, 1],
          ]),
        );
      }
    });

    for (const shape of [SHAPE, BARE])
      describe(shape === BARE ? 'where nothing is indexed' : 'where there are indexes', () => {
        aggregateContract(async (documents, use) => {
          const own = await fresh(() => shape);
          try {
            if (documents.length > 0) await write(own, documents);
            await use(own);
          } finally {
            await own.close();
            await readModels.drop('things', own.number);
          }
        });
      });

    describe('any documents and any query', () => {
      it('find, sort, page and count as the naive model does, whatever is indexed', async () => {
        await fc.assert(
          fc.asyncProperty(documents, queries, fc.boolean(), async (docs, { filter, sort, limit }, bare) => {
            const shape = bare ? BARE : SHAPE;
            const own = await fresh(() => shape);
            try {
              await write(own, docs);
              const wanted = sorted(matching(docs, filter, shape.text), sort);
              const pages = await walk(own, { filter, sort, limit });
              expect(pages).toEqual(wanted);
              expect(await walkBack(own, { filter, sort, limit })).toEqual(wanted);
              expect(await own.count('a.B', filter)).toEqual({ count: wanted.length, more: false });
              for (const path of ['state', 'odd', 'fields.title']) {
                const values = wanted.map((document) => getValueAt(document, path));
                const texts = values.filter((value) => typeof value === 'string');
                const read = await own.texts('a.B', { path, filter, limit: 1_000 });
                expect({ ...read, texts: [...read.texts].sort() }).toEqual({
                  texts: texts.sort(),
                  without: values.length - texts.length,
                  more: false,
                });
              }
              const counted = [...(await own.countBy('a.B', 'state', filter)).values()];
              expect(counted.reduce((sum, count) => sum + count, 0)).toBe(
                wanted.filter((document) => typeof document.state !== 'object' || document.state === null)
                  .length,
              );
            } finally {
              await own.close();
              await readModels.drop('things', own.number);
            }
          }),
          { numRuns: numRuns(150) },
        );
      });
    });

    describe('a shape that changes', () => {
      it('changes no answer', async () => {
        let shape = BARE;
        const own = await fresh(() => shape);
        const docs = ['c', 'a', 'b'].map((id, index) => ({
          id,
          position: 1,
          amount: index,
          state: 's',
          fields: { title: id },
        }));
        await write(own, docs);
        expect(await searched(own, 'a')).toEqual([]);
        shape = SHAPE;
        await own.reshape();
        expect(await searched(own, 'a')).toEqual(['a']);
        await write(own, [{ id: 'd', position: 2, amount: 1, fields: { title: 'a d' } }]);
        expect(await searched(own, 'a')).toEqual(['a', 'd']);
        const page = await own.find<Doc>('a.B', {
          filter: { amount: 1 },
          sort: { path: 'amount' },
          limit: 9,
        });
        expect(page.documents.map((document) => document.id)).toEqual(['a', 'd']);
        shape = BARE;
        await own.reshape();
        expect(await searched(own, 'a')).toEqual([]);
        expect((await own.find('a.B', { filter: { amount: 1 }, limit: 9 })).documents).toHaveLength(2);
        await own.close();
      });

      async function searched(own: Generation, text: string): Promise<string[]> {
        const page = await own.find<Doc>('a.B', { filter: { $text: text }, limit: 9 });
        return page.documents.map((document) => document.id);
      }
    });

    describe('generations', () => {
      it('are active one at a time; the one before is kept', async () => {
        const first = generation.number;
        expect(await readModels.active('things')).toBeUndefined();
        await readModels.activate('things', first);
        await given({ id: 'a' });
        const second = await readModels.create('things', 2);
        expect(second).toEqual({
          projection: 'things',
          number: first + 1,
          version: 2,
          state: 'building',
          checkpoint: 0,
        });
        await readModels.activate('things', second.number);
        expect(await readModels.generations('things')).toEqual([
          { projection: 'things', number: first, version: 1, state: 'kept', checkpoint: written },
          { projection: 'things', number: second.number, version: 2, state: 'active', checkpoint: 0 },
        ]);
        await expect(readModels.drop('things', second.number)).rejects.toThrow('active');
        await readModels.drop('things', first);
        expect(await readModels.generations('things')).toHaveLength(1);
        const third = await readModels.create('things', 2);
        await readModels.drop('things', third.number);
        expect((await readModels.create('things', 2)).number).toBe(third.number + 1);
        await expect(readModels.activate('things', 99)).rejects.toThrow('99');
      });

      it('are created once by processes that look for one at the same time', async () => {
        const places = [readModels, await another(), await another(), await another()];
        const isThere = ({ version, state }: { version: number; state: string }) =>
          version === 7 && state === 'building';
        const create = (place: ReadModels) => place.createUnless('things', 7, isThere);
        const made = (await Promise.all(places.map(create))).filter((info) => info !== undefined);
        expect(made).toEqual([
          expect.objectContaining({ projection: 'things', version: 7, state: 'building', checkpoint: 0 }),
        ]);
        const ofVersion = async () =>
          (await readModels.generations('things')).filter(({ version }) => version === 7);
        expect(await ofVersion()).toEqual(made);
        await readModels.activate('things', made[0]!.number);
        expect(await create(readModels)).toMatchObject({ version: 7, state: 'building' });
        expect(await ofVersion()).toHaveLength(2);
      });

      it('are told with the differences that were found in them, until they are dropped', async () => {
        const { number: first } = await readModels.create('things', 1);
        await readModels.activate('things', first);
        const { number: second } = await readModels.create('things', 1);
        await readModels.activate('things', second, { generation: first, differences: 3 });
        const found = async () =>
          (await readModels.generations('things'))
            .filter(({ state }) => state !== 'building')
            .map(({ number, differences }) => [number, differences]);
        expect(await found()).toEqual([
          [first, 3],
          [second, undefined],
        ]);
        await readModels.activate('things', first);
        expect(await readModels.active('things')).toMatchObject({ number: first, differences: 3 });
        await readModels.activate('things', second);
        await readModels.drop('things', first);
        expect(await found()).toEqual([[second, undefined]]);
      });

      it('filled in bulk answer like the others once they are shaped', async () => {
        const { number } = await readModels.create('things', 1);
        const bulk = await readModels.open('things', number, () => SHAPE, { bulk: true });
        await write(bulk, [{ id: 'a', position: 1, title: 'apple', state: 'open' }]);
        await write(bulk, [{ id: 'a', position: 2, title: 'pear', state: 'open' }]);
        await bulk.reshape();
        await write(bulk, [{ id: 'b', position: 3, title: 'pear', state: 'closed' }]);
        const found = await bulk.find<Doc>('a.B', { filter: { $text: 'pear', state: 'open' }, limit: 9 });
        expect(found.documents).toEqual([{ id: 'a', position: 2, title: 'pear', state: 'open' }]);
        expect((await bulk.find('a.B', { filter: { $text: 'apple' }, limit: 9 })).documents).toEqual([]);
        await bulk.close();
      });

      it('show one moment in a snapshot, whatever is written meanwhile', async () => {
        await given({ id: 'a', title: 'before' });
        const at = await generation.checkpoint();
        const snapshot = await generation.snapshot();
        await given({ id: 'a', title: 'after' }, { id: 'b' });
        const scanned: unknown[] = [];
        for await (const document of snapshot.scan('a.B')) scanned.push(document);
        expect(scanned).toEqual([{ id: 'a', position: 1, title: 'before' }]);
        expect(await snapshot.checkpoint()).toBe(at);
        await snapshot.close();
      });

      it('refuse to be written by two at once', async () => {
        await given({ id: 'a' });
        const other = await readModels.open('things', generation.number, () => SHAPE);
        await write(other, [{ id: 'b', position: 5 }]);
        await expect(given({ id: 'c' })).rejects.toThrow(WrittenElsewhere);
        expect(await ids({})).toEqual(['a', 'b']);
        await other.close();
      });
    });

    describe('read positions', () => {
      it('are unknown until something is marked, and are one person’s', async () => {
        expect(await readModels.readUpTo('ada')).toBeUndefined();
        await readModels.markReadUpTo('ada', 7);
        expect(await readModels.readUpTo('ada')).toBe(7);
        expect(await readModels.readUpTo('ben')).toBeUndefined();
      });

      it('never go back, whichever process marks them', async () => {
        const elsewhere = await another();
        const marks = [3, 9, 1, 12, 5, 8];
        await Promise.all(
          marks.map((position, at) => (at % 2 === 0 ? readModels : elsewhere).markReadUpTo('ada', position)),
        );
        expect(await readModels.readUpTo('ada')).toBe(12);
        await elsewhere.markReadUpTo('ada', 2);
        expect(await elsewhere.readUpTo('ada')).toBe(12);
      });

      it('are gone once the reader is forgotten, everywhere', async () => {
        const elsewhere = await another();
        await readModels.markReadUpTo('ada', 7);
        await readModels.forgetReader('ada');
        await readModels.forgetReader('ben');
        expect(await elsewhere.readUpTo('ada')).toBeUndefined();
      });
    });

    describe('checkpoints of background workers', () => {
      it('are undefined until one is recorded, each under its own name', async () => {
        expect(await readModels.backgroundCheckpoint('calls')).toBeUndefined();
        await readModels.recordBackgroundCheckpoint('calls', 7);
        expect(await readModels.backgroundCheckpoint('calls')).toBe(7);
        expect(await readModels.backgroundCheckpoint('timers')).toBeUndefined();
      });

      it('may be recorded lower, and are shared by processes', async () => {
        const elsewhere = await another();
        await readModels.recordBackgroundCheckpoint('calls', 7);
        await elsewhere.recordBackgroundCheckpoint('calls', 3);
        expect(await readModels.backgroundCheckpoint('calls')).toBe(3);
      });

      it('advance only where a lower one is recorded', async () => {
        await readModels.advanceBackgroundCheckpoint('calls', 5);
        expect(await readModels.backgroundCheckpoint('calls')).toBeUndefined();
        await readModels.recordBackgroundCheckpoint('calls', 7);
        await readModels.advanceBackgroundCheckpoint('calls', 5);
        expect(await readModels.backgroundCheckpoint('calls')).toBe(7);
        await readModels.advanceBackgroundCheckpoint('calls', 9);
        expect(await readModels.backgroundCheckpoint('calls')).toBe(9);
      });
    });

    describe('documents of background work', () => {
      it('are changed by one process at a time, listed by kind, and shared', async () => {
        const elsewhere = await another();
        const first = { id: 'b', revision: 0, content: { phase: 'new', 'a.b': ['$'] } };
        expect(await readModels.backgroundDocument('import', 'b')).toBeUndefined();
        expect(await readModels.changeBackgroundDocument('import', first)).toBe(true);
        expect(await elsewhere.changeBackgroundDocument('import', first)).toBe(false);
        expect(await elsewhere.backgroundDocument('import', 'b')).toEqual({ ...first, revision: 1 });
        const next = { id: 'b', revision: 1, content: 'done' };
        expect(await elsewhere.changeBackgroundDocument('import', next)).toBe(true);
        expect(await readModels.changeBackgroundDocument('import', next)).toBe(false);
        await readModels.changeBackgroundDocument('import', { id: 'a', revision: 0, content: null });
        await readModels.changeBackgroundDocument('report', { id: 'c', revision: 0, content: 1 });
        expect(await readModels.backgroundDocuments('import')).toEqual([
          { id: 'a', revision: 1, content: null },
          { id: 'b', revision: 2, content: 'done' },
        ]);
      });

      it('are gone once removed, and may come again', async () => {
        const document = { id: 'a', revision: 0, content: {} };
        await readModels.changeBackgroundDocument('import', document);
        await readModels.removeBackgroundDocument('import', 'a');
        expect(await readModels.backgroundDocuments('import')).toEqual([]);
        expect(await readModels.changeBackgroundDocument('import', document)).toBe(true);
      });
    });

    describe('leases', () => {
      const record = (holder: string, token: number, beat: number): LeaseRecord => ({ holder, token, beat });

      it('are unknown until somebody takes them, and one name says nothing of another', async () => {
        expect(await readModels.lease('projections')).toBeUndefined();
        expect(await readModels.changeLease('projections', undefined, record('a', 1, 1))).toBe(true);
        expect(await readModels.lease('projections')).toEqual(record('a', 1, 1));
        expect(await readModels.lease('examples')).toBeUndefined();
      });

      it('are changed only as they were seen', async () => {
        const first = record('a', 1, 1);
        expect(await readModels.changeLease('l', record('a', 1, 0), record('b', 2, 1))).toBe(false);
        expect(await readModels.lease('l')).toBeUndefined();
        expect(await readModels.changeLease('l', undefined, first)).toBe(true);
        for (const seen of [
          undefined,
          record('b', 1, 1),
          record('a', 2, 1),
          record('a', 1, 2),
          record('', 1, 1),
        ])
          expect(await readModels.changeLease('l', seen, record('c', 9, 9))).toBe(false);
        expect(await readModels.lease('l')).toEqual(first);
        expect(await readModels.changeLease('l', first, record('a', 1, 2))).toBe(true);
        expect(await readModels.changeLease('l', first, record('a', 1, 3))).toBe(false);
        expect(await readModels.changeLease('l', record('a', 1, 2), record('', 1, 3))).toBe(true);
        expect(await readModels.lease('l')).toEqual(record('', 1, 3));
      });

      it('are seen by other processes', async () => {
        const elsewhere = await another();
        await readModels.changeLease('l', undefined, record('a', 1, 1));
        expect(await elsewhere.lease('l')).toEqual(record('a', 1, 1));
        expect(await elsewhere.changeLease('l', record('a', 1, 1), record('b', 2, 2))).toBe(true);
        expect(await readModels.changeLease('l', record('a', 1, 1), record('a', 1, 2))).toBe(false);
      });

      it('are won by exactly one of many', async () => {
        const elsewhere = await Promise.all([another(), another(), another()]);
        let seen: LeaseRecord | undefined;
        for (let round = 1; round <= 20; round++) {
          const tried = Array.from({ length: 24 }, (_, at) => record(`racer ${at}`, round, round));
          const won = await Promise.all(
            tried.map((next, at) => elsewhere[at % 3]!.changeLease('race', seen, next)),
          );
          expect(won.filter(Boolean)).toHaveLength(1);
          seen = await readModels.lease('race');
          expect(seen).toEqual(tried[won.indexOf(true)]);
        }
      });

      it('are no change of generations: nobody is called back', async () => {
        let told = 0;
        const end = readModels.onChange(() => (told += 1));
        await readModels.changeLease('l', undefined, record('a', 1, 1));
        const switched = createChangeWaiter(readModels);
        await readModels.activate('things', generation.number);
        await switched('the switch');
        expect(told).toBe(1);
        end();
      });
    });

    describe('a token', () => {
      const openWith = async (token?: number) =>
        readModels.open('things', generation.number, () => SHAPE, { token });
      const doc = (id: string, position = 1) => ({ id, position });

      it('lets its handle write, and no handle with a smaller one or with none', async () => {
        await given({ id: 'before' });
        const third = await openWith(3);
        await write(third, [doc('a')]);
        await expect(given({ id: 'none' })).rejects.toThrow(WrittenElsewhere);
        const seventh = await openWith(7);
        await expect(write(third, [doc('smaller')])).rejects.toThrow(WrittenElsewhere);
        await write(seventh, [doc('b')]);
        expect(await ids({})).toEqual(['a', 'b', 'before']);
        for (const each of [third, seventh]) await each.close();
      });

      it('counts from the opening on, before anything is written under it', async () => {
        const third = await openWith(3);
        await write(third, [doc('a', 5)]);
        const checkpoint = await third.checkpoint();
        const fourth = await openWith(4);
        await expect(
          third.write([{ collection: 'a.B', id: 'a', document: undefined }], checkpoint + 1),
        ).rejects.toThrow(WrittenElsewhere);
        await expect(third.write([], checkpoint + 1)).rejects.toThrow(WrittenElsewhere);
        expect(await fourth.get('a.B', 'a')).toEqual(doc('a', 5));
        expect(await fourth.checkpoint()).toBe(checkpoint);
        for (const each of [third, fourth]) await each.close();
      });

      it('that is smaller than one that was here opens nothing', async () => {
        await (await openWith(5)).close();
        await expect(openWith(4)).rejects.toThrow(WrittenElsewhere);
        const same = await openWith(5);
        await write(same, [doc('a')]);
        await same.close();
        expect(await ids({})).toEqual(['a']);
      });

      it('keeps nobody from reading', async () => {
        const third = await openWith(3);
        await write(third, [doc('a')]);
        const reader = await openWith();
        expect(await reader.get('a.B', 'a')).toEqual(doc('a'));
        await expect(write(reader, [doc('b')])).rejects.toThrow(WrittenElsewhere);
        await write(third, [doc('c')]);
        expect(await reader.get('a.B', 'c')).toEqual(doc('c'));
        expect(await reader.get('a.B', 'b')).toBeUndefined();
        for (const each of [third, reader]) await each.close();
      });

      it('of one generation says nothing of another', async () => {
        await (await openWith(9)).close();
        const { number } = await readModels.create('things', 1);
        const other = await readModels.open('things', number, () => SHAPE, { token: 2 });
        await write(other, [doc('a')]);
        expect(await other.get('a.B', 'a')).toEqual(doc('a'));
        await other.close();
      });

      it('holds for indexes, too', async () => {
        const third = await openWith(3);
        await write(third, [doc('a')]);
        const fourth = await openWith(4);
        await expect(third.reshape()).rejects.toThrow(WrittenElsewhere);
        await fourth.reshape();
        await write(fourth, [doc('b')]);
        expect(await ids({})).toEqual(['a', 'b']);
        for (const each of [third, fourth]) await each.close();
      });

      it('wins whichever way openings and writes are mixed: nothing is written under a smaller one', async () => {
        await fc.assert(
          fc.asyncProperty(steps, async (all) => {
            const { number } = await readModels.create('things', 1);
            const handles: { token: number; handle: Generation }[] = [];
            let greatest = 0;
            let position = 0;
            for (const { token, writes } of all) {
              const opening = readModels.open('things', number, () => SHAPE, token ? { token } : {});
              if (token !== 0 && token < greatest) await expect(opening).rejects.toThrow(WrittenElsewhere);
              else handles.push({ token, handle: await opening });
              greatest = Math.max(greatest, token);
              const chosen = handles[writes % handles.length]!;
              position += 1;
              const writing = write(chosen.handle, [doc(`p${position}`, position)]);
              if (chosen.token < greatest) await expect(writing).rejects.toThrow(WrittenElsewhere);
              else await writing.catch(() => (position -= 1));
              const at = await chosen.handle.get('a.B', `p${position}`);
              if (chosen.token < greatest) expect(at).toBeUndefined();
            }
            for (const { handle } of handles) await handle.close();
            await readModels.drop('things', number);
          }),
          { numRuns: numRuns(25) },
        );
      });
    });

    it('lists a document that an event broke together with the documents and the checkpoint, or not at all', async () => {
      const { number } = await readModels.create('things', 1);
      const shape = () => undefined;
      const generation = await readModels.open('things', number, shape);
      const failed: FailedDocument = {
        id: formatFailedDocumentKey('a.B', 'x'),
        position: 7,
        collection: 'a.B',
        document: 'x',
        event: { position: 6, id: 'e6', type: 'record.changed', stream: 'a.B-x' },
        after: 5,
        error: 'boom',
        held: 1,
      };
      const listed = { collection: FAILED_DOCUMENTS, id: failed.id, document: failed };
      const beside = { collection: 'a.B', id: 'y', document: { id: 'y', position: 7 } };
      await generation.write([beside, listed], 7);
      expect([...(await readFailedDocuments(generation)).values()]).toEqual([failed]);
      const other = await (await another()).open('things', number, shape);
      await other.write([], 8);
      const mended = { collection: 'a.B', id: 'x', document: { id: 'x', position: 7 } };
      const unlisted = { ...listed, document: undefined };
      await expect(generation.write([mended, unlisted], 9)).rejects.toThrow(WrittenElsewhere);
      expect([(await readFailedDocuments(other)).size, await other.get('a.B', 'x')]).toEqual([1, undefined]);
      await other.write([mended, unlisted], 9);
      expect([(await readFailedDocuments(other)).size, await other.get('a.B', 'x')]).toEqual([
        0,
        { id: 'x', position: 7 },
      ]);
      await other.close();
      await generation.close();
    });

    it('remembers which events to leave out', async () => {
      const skip = {
        position: 7,
        eventId: 'e7',
        reason: 'broken import',
        error: 'boom',
        at: '2026-01-01T00:00:00.000Z',
      };
      await readModels.skip('things', 1, skip);
      await readModels.skip('things', 1, { ...skip, reason: 'again' });
      expect(await readModels.skips('things', 1)).toEqual([skip]);
      expect(await readModels.skips('things', 2)).toEqual([]);
    });

    it('remembers what a projection stands still at, for every process, until it goes on', async () => {
      const elsewhere = await another();
      const at = '2026-01-01T00:00:00.000Z';
      const event = { position: 7, id: 'e7', type: 'record.opened' };
      expect(await elsewhere.failure('things')).toBeUndefined();
      await readModels.recordFailure('things', { error: 'boom', event, at });
      expect(await elsewhere.failure('things')).toEqual({ error: 'boom', event, at });
      await readModels.recordFailure('things', { error: 'its file is cut off', at });
      expect(await elsewhere.failure('things')).toEqual({ error: 'its file is cut off', at });
      expect(await elsewhere.failure('others')).toBeUndefined();
      for (let twice = 0; twice < 2; twice++) await elsewhere.recordFailure('things', undefined);
      expect(await readModels.failure('things')).toBeUndefined();
    });

    it('keep the event at their checkpoint, with it and for everybody', async () => {
      const elsewhere = await another();
      const found = async () => (await elsewhere.generations('things')).at(-1);
      const event = (position: number) => ({ id: `e${position}`, stream: 'a.B-ä', version: 2, position });
      const document = { id: 'a', position: 4 };
      expect(await found()).not.toHaveProperty('last');
      await generation.write([{ collection: 'a.B', id: 'a', document }], 4, event(4));
      expect(await found()).toMatchObject({ checkpoint: 4, last: event(4) });
      await generation.write([], 7, event(7));
      expect(await found()).toMatchObject({ checkpoint: 7, last: event(7) });
      await generation.reshape();
      expect(await found()).toMatchObject({ checkpoint: 7, last: event(7) });
      await expect(
        generation.write([{ collection: 'a.B', id: 'b', document: null as never }], 9, event(9)),
      ).rejects.toThrow();
      expect(await found()).toMatchObject({ checkpoint: 7, last: event(7) });
    });

    it('that are damaged are condemned: built by no version, read as before, and told elsewhere', async () => {
      await given({ id: 'a' });
      await readModels.activate('things', generation.number);
      const elsewhere = await another();
      const told = createChangeWaiter(elsewhere);
      await readModels.quarantine('things', generation.number);
      await told('the damage');
      for (const each of [readModels, elsewhere])
        expect(await each.active('things')).toMatchObject({
          number: generation.number,
          version: QUARANTINED_VERSION,
          state: 'active',
          checkpoint: written,
        });
      expect(await generation.get('a.B', 'a')).toMatchObject({ id: 'a' });
      // Repeating it changes nothing, and another generation can replace it.
      await elsewhere.quarantine('things', generation.number);
      const { number } = await elsewhere.create('things', 1);
      await elsewhere.activate('things', number);
      expect(await readModels.active('things')).toMatchObject({ number, version: 1 });
      await expect(readModels.quarantine('things', 99)).rejects.toThrow('no generation 99 of things');
    });

    it('are condemned one by one, and only those that are there', async () => {
      const later = await readModels.create('things', 7);
      const last = await readModels.create('things', 8);
      const versions = async () => (await readModels.generations('things')).map(({ version }) => version);
      await readModels.quarantine('things', later.number);
      expect(await versions()).toEqual([1, QUARANTINED_VERSION, 8]);
      await readModels.quarantine('things', last.number);
      expect(await versions()).toEqual([1, QUARANTINED_VERSION, QUARANTINED_VERSION]);
      for (const [of, number] of [['things', 99] as const, ['others', 1] as const])
        await expect(readModels.quarantine(of, number)).rejects.toThrow(`no generation ${number} of ${of}`);
      expect(await versions()).toEqual([1, QUARANTINED_VERSION, QUARANTINED_VERSION]);
    });

    it('tells of a switch made elsewhere', async () => {
      const elsewhere = await another();
      const told = createChangeWaiter(readModels);
      await elsewhere.activate('things', generation.number);
      await told('the switch');
      expect((await readModels.active('things'))?.number).toBe(generation.number);
    });
  });
}

async function walk(generation: Generation, query: Query): Promise<Doc[]> {
  const seen: Doc[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await generation.find<Doc>('a.B', { ...query, cursor });
    seen.push(...page.documents);
    cursor = page.next;
    if (cursor === undefined) return seen;
  }
}

/** To the last page and back; returns what the way back yields. */
async function walkBack(generation: Generation, query: Query): Promise<Doc[]> {
  let page = await generation.find<Doc>('a.B', query);
  while (page.next) page = await generation.find<Doc>('a.B', { ...query, cursor: page.next });
  const seen = [...page.documents];
  while (page.previous) {
    page = await generation.find<Doc>('a.B', { ...query, cursor: page.previous, backwards: true });
    seen.unshift(...page.documents);
  }
  return seen;
}

/** Tokens of openings (0: none), and which handle writes then. */
const steps = fc.array(fc.record({ token: fc.integer({ min: 0, max: 4 }), writes: fc.nat(7) }), {
  minLength: 1,
  maxLength: 8,
});

const text = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'b',
    'ab',
    'Äb c',
    '🙂',
    '\uffff',
    '\u0000',
    'a\u0000b',
    'a\u0001',
    '日本',
    '...',
    'e\u0301',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.maxSafeInteger(),
  fc.constantFrom(0.5, -1.25, 1e300),
);
const scalar: fc.Arbitrary<Scalar> = fc.oneof(fc.constant(null), fc.boolean(), number, text);
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  fc.constantFrom([], ['x'], {}, { deep: 'y' }, { sealed: { person: 'p', box: 'b' } }),
);

const documents: fc.Arbitrary<Doc[]> = fc
  .uniqueArray(
    fc.record(
      {
        id: fc.oneof(
          fc.constantFrom('a', 'b', 'c'),
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }),
        ),
        position: fc.integer({ min: 1, max: 50 }),
        state: fc.constantFrom('open', 'closed', null, 'Open'),
        amount: number,
        odd: value,
        title: text,
        list: fc.array(text, { maxLength: 2 }),
        fields: fc.record({ title: value, other: value }, { requiredKeys: [] }),
      },
      { requiredKeys: ['id', 'position'] },
    ),
    { selector: (document) => document.id, maxLength: 25 },
  )
  .map((all) =>
    (JSON.parse(JSON.stringify(all)) as Doc[]).filter((document) => !/[\u0000\u0001]/.test(document.id)),
  );

const path = fc.constantFrom(
  'id',
  'position',
  'state',
  'amount',
  'odd',
  'fields.title',
  'fields.other',
  'title',
  'no.where',
);
const MANY_OTHERS = Array.from({ length: 300 }, (_, index) =>
  index % 2 === 0 ? -7_000 - index : `other ${index}`,
);
const comparison = fc.oneof(
  fc.record({ $eq: scalar }),
  fc.record({ $ne: scalar }),
  fc.record({ $in: fc.array(scalar, { maxLength: 4 }) }),
  fc.record({ $in: fc.array(scalar, { maxLength: 4 }).map((wanted) => [...wanted, ...MANY_OTHERS]) }),
  fc.record({ $prefix: text }),
  fc.record({ $contains: text.map((each) => each.toWellFormed().replaceAll(/\p{Cc}/gu, '')) }),
  fc.record({ $gt: fc.oneof(number, text), $lte: fc.oneof(number, text) }, { requiredKeys: [] }),
  fc.record({ $gte: fc.oneof(number, text), $lt: fc.oneof(number, text) }, { requiredKeys: [] }),
);
const leaf = fc.oneof(
  fc.tuple(path, fc.oneof(scalar, comparison)).map(([key, wanted]) => ({ [key]: wanted }) as Filter),
  text.map(($text) => ({ $text }) as Filter),
  fc.constant({} as Filter),
);
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    leaf,
    fc
      .tuple(fc.constantFrom('$and', '$or', '$nor'), fc.array(tie('filter'), { maxLength: 3 }))
      .map(([operator, filters]) => ({ [operator]: filters }) as Filter),
  ),
}));
const queries = fc.record({
  filter,
  sort: fc.option(fc.record({ path, descending: fc.boolean(), emptyLast: fc.boolean() }), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 6 }),
});
