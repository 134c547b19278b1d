import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { READER_THREAD_URL } from '#projections/engines/sqlite/readers/reader-thread-url.js';
import { withQueryContext, type Filter, type CollectionIndexes } from '#projections/port/query.js';
import { BadQuery, QueryTimeout, ReadModelsUnavailable } from '#projections/port/read-model-errors.js';
import type { Generation } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { QueryQueue } from '#projections/engines/sqlite/readers/query-queue.js';
import {
  openReaderPool,
  type ReaderPool,
  type ReaderSettings,
} from '#projections/engines/sqlite/readers/reader-pool.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';

const shape: CollectionIndexes = { indexes: [['state']], text: ['title'] };
const COLLECTION = 'a.B';
const thread = (name: string) => pathToFileURL(join(import.meta.dirname, `../../threads/${name}.mjs`));

interface Thing {
  readonly id: string;
  readonly position: number;
  readonly state: string;
  readonly title: string;
}

const thing = (n: number): Thing => ({
  id: String(n).padStart(6, '0'),
  position: n,
  state: n % 3 === 0 ? 'open' : 'closed',
  title: `thing ${n}`,
});

describe('read models in SQLite, read in threads', () => {
  let folder: string;
  let readModels: ReadModels;
  let generation: Generation;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-readers-'));
  });
  afterEach(async () => {
    await generation.close();
    await readModels.close();
    rmSync(folder, { recursive: true });
  });

  async function given(count: number, reading: Partial<ReaderSettings> = {}): Promise<void> {
    readModels = openSqliteReadModels(folder, { threads: 1, ...reading });
    generation = await filled(count);
  }

  async function filled(count: number): Promise<Generation> {
    const { number } = await readModels.create('things', 1);
    const made = await readModels.open('things', number, () => shape);
    const things = Array.from({ length: count }, (_, n) => thing(n + 1));
    await made.write(
      things.map((document) => ({ collection: COLLECTION, id: document.id, document })),
      count,
    );
    return made;
  }

  const find = (filter: Filter, from = generation) =>
    from.find<Thing>(COLLECTION, { filter, sort: { path: 'state' }, limit: 10 });
  const open = async () => (await generation.count(COLLECTION, { state: 'open' })).count;

  it('let the process go on while a heavy query is answered', async () => {
    await given(1000);
    let answered = false;
    let turns = 0;
    const heavy: Filter = { $or: Array.from({ length: 300 }, (_, n) => ({ [`title.x${n}`]: 'no' })) };

    const asked = find(heavy).finally(() => (answered = true));
    while (!answered) {
      await new Promise(setImmediate);
      turns += 1;
    }

    expect((await asked).documents).toEqual([]);
    expect(turns).toBeGreaterThan(100);
  });

  it('answer what one request asks together, each as if it were asked alone', async () => {
    await given(9);
    const answers = await withQueryContext({ asker: 'somebody' }, () =>
      Promise.allSettled([
        open(),
        find({ state: 'open' }).then(({ documents }) => documents.length),
        find({ $and: 'all of it' } as unknown as Filter),
        generation.count(COLLECTION),
      ]),
    );
    expect(answers).toEqual([
      { status: 'fulfilled', value: 3 },
      { status: 'fulfilled', value: 3 },
      { status: 'rejected', reason: expect.any(BadQuery) },
      { status: 'fulfilled', value: { count: 9, more: false } },
    ]);
  });

  it('see everything that was written before they were asked', async () => {
    await given(3);
    expect(await open()).toBe(1);
    for (let n = 4; n <= 60; n++) {
      await generation.write([{ collection: COLLECTION, id: thing(n).id, document: thing(n) }], n);
      expect(await open()).toBe(Math.floor(n / 3));
    }
  });

  it('distinguish invalid queries from failing ones', async () => {
    await given(1);
    await expect(find({ $and: 'all of it' } as unknown as Filter)).rejects.toThrow(BadQuery);
  });

  it('answer from another generation as soon as it is asked, and from one that was dropped to its end', async () => {
    await given(30);
    const before = generation;
    expect((await find({ state: 'open' }, before)).documents).toHaveLength(10);
    generation = await filled(3);
    await readModels.activate('things', generation.number);

    await readModels.drop('things', before.number);

    expect(existsSync(join(folder, `things.${before.number}.sqlite`))).toBe(false);
    expect((await find({ state: 'open' })).documents).toHaveLength(1);
    expect((await find({ state: 'open' }, before)).documents).toHaveLength(10);
    await before.close();
  });

  it('replace a thread that ends, and ask once more', async () => {
    const mark = join(folder, 'die');
    writeFileSync(mark, '');
    const file = pathToFileURL(join(folder, 'dies-once.mjs'));
    writeFileSync(
      file,
      `import { existsSync, rmSync } from 'node:fs';
       if (existsSync(${JSON.stringify(mark)})) process.exit(rmSync(${JSON.stringify(mark)}));
       await import(${JSON.stringify(READER_THREAD_URL.href)});`,
    );
    await given(9, { file });

    expect(await open()).toBe(3);

    expect(existsSync(mark)).toBe(false);
  });

  it('say that they are not there where threads end again and again', async () => {
    await given(1, { file: thread('dies') });
    await expect(open()).rejects.toThrow(ReadModelsUnavailable);
  });

  it('say that they are not there where no thread can be started, and try again for the next one', async () => {
    // As on a machine without a free thread: starting one throws at once.
    await given(1, { file: new URL('https://nowhere.example/thread.js') });
    await expect(open()).rejects.toThrow(ReadModelsUnavailable);
    await expect(Promise.all([open(), open()])).rejects.toThrow(ReadModelsUnavailable);
  });

  it('time out a slow query, and run the next one', async () => {
    await given(1, { file: thread('never-answers'), answerWithin: 50 });
    await expect(open()).rejects.toThrow(QueryTimeout);
    await expect(open()).rejects.toThrow(QueryTimeout);
  });

  it('that are stuck are at most as many again as there may be, and are replaced once they have ended', async () => {
    const file = join(folder, 'stuck.mjs');
    writeFileSync(
      file,
      `import { parentPort } from 'node:worker_threads';
       parentPort.on('message', ({ number, release, endThread }) => {
         if (endThread) parentPort.close();
         else if (release !== undefined) parentPort.postMessage({ number, outcomes: [] });
         else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
       });`,
    );
    await given(1, { file: pathToFileURL(file), answerWithin: 100 });
    await expect(open()).rejects.toThrow(QueryTimeout);
    await expect(open()).rejects.toThrow(QueryTimeout);
    await expect(open()).rejects.toThrow(ReadModelsUnavailable);

    let told: unknown;
    do told = await open().catch((error: unknown) => error);
    while (told instanceof ReadModelsUnavailable);
    expect(told).toBeInstanceOf(QueryTimeout);
  });

  it('are kept once they have answered, for longer than a query may take', async () => {
    const began = join(folder, 'began');
    const file = join(folder, 'counting.mjs');
    writeFileSync(
      file,
      `import { appendFileSync } from 'node:fs';
       appendFileSync(${JSON.stringify(began)}, '.');
       await import(${JSON.stringify(READER_THREAD_URL.href)});`,
    );
    await given(3, { answerWithin: 1_000, file: pathToFileURL(file) });
    expect(await open()).toBe(1);
    await pause(1_300);
    expect(await open()).toBe(1);
    expect(readFileSync(began, 'utf8')).toBe('.');
  });

  it('end in the middle of many answers, and the process goes on', async () => {
    await given(20_000);
    for (let times = 0; times < 12; times++) {
      const again = openSqliteReadModels(folder, { threads: 2 });
      const opened = await again.open('things', generation.number, () => shape);
      await opened.count(COLLECTION);
      const search = () => opened.find<Thing>(COLLECTION, { filter: { $text: 'thing' }, limit: 200 });
      const asked = Array.from({ length: 40 }, search);
      const answered = Promise.allSettled(asked);
      await Promise.all(asked.slice(0, times + 1));
      await opened.close();
      await again.close();
      expect(await answered).toHaveLength(40);
    }
  });

  it('do not run queries of callers that have gone', async () => {
    await given(1, { file: thread('never-answers'), answerWithin: 50 });
    const gone = new AbortController();
    const first = withQueryContext({ asker: 'first' }, open);
    const second = withQueryContext({ asker: 'second', signal: gone.signal }, open);
    gone.abort();
    await expect(second).rejects.toThrow(ReadModelsUnavailable);
    await expect(first).rejects.toThrow(QueryTimeout);
  });

  it('keep counting up to what anybody wants to know', async () => {
    await given(3300);
    expect(await generation.count(COLLECTION)).toEqual({ count: 1000, more: true });
    expect(await generation.count(COLLECTION, { $text: 'thing' })).toEqual({ count: 1000, more: true });
    expect(await generation.countBy(COLLECTION, 'state', {}, 1001)).toEqual(
      new Map([
        ['closed', 1001],
        ['open', 1001],
      ]),
    );
  });
});

describe('questions of one page that go to a thread together', () => {
  const WITHIN = 2_000;
  let folder: string;
  let readers: ReaderPool;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-together-'));
    const file = join(folder, 'slow.mjs');
    // Opening the file takes long, or ends the thread.
    writeFileSync(
      file,
      `import fs from 'node:fs';
       import { syncBuiltinESMExports } from 'node:module';
       const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
       fs.existsSync = (path) => {
         const [, what, ms] = /(\\w+?)(\\d*)$/.exec(path);
         if (what === 'ends') process.exit();
         wait(Number(ms));
         return false;
       };
       syncBuiltinESMExports();
       await import(${JSON.stringify(READER_THREAD_URL.href)});`,
    );
    readers = openReaderPool({ threads: 1, answerWithin: WITHIN, file: pathToFileURL(file) });
  });
  afterEach(async () => {
    await readers.close();
    rmSync(folder, { recursive: true });
  });

  /** Each outcome: no such file, or unanswered. */
  const asked = async (...paths: readonly string[]) =>
    withQueryContext({ asker: 'one' }, async () => {
      const ask = (path: string) => readers.runQuery(`/${path}`, { ask: 'countBy' } as never);
      while ((await ask('warm0').catch(() => undefined)) !== 'gone');
      const told = paths.map(ask);
      return (await Promise.allSettled(told)).map((each) =>
        each.status === 'fulfilled' ? each.value : (each.reason as Error).name,
      );
    });

  it('are each answered where none of them takes too long by itself', async () => {
    expect(await asked('a700', 'b700', 'c700')).toEqual(['gone', 'gone', 'gone']);
  });

  it('are answered beside one that takes too long', async () => {
    expect(await asked('a0', 'b0', 'c4500')).toEqual(['gone', 'gone', 'QueryTimeout']);
  });

  it('are answered beside one that ends the thread', async () => {
    expect(await asked('a0', 'ends', 'c0')).toEqual(['gone', 'ReadModelsUnavailable', 'gone']);
  });
});

describe('the line of questions', () => {
  const LONG = 60_000;
  const count = { ask: 'count', collection: COLLECTION, filter: {}, limit: 1 } as const;
  const asked = (asker: string) => ({ asker, path: 'things.1.sqlite', query: count });

  it('prefers the asker with the fewest running queries, and leaves one thread to others', async () => {
    const line = new QueryQueue(3, LONG);
    const all = ['somebody', 'somebody', 'somebody', 'another'].map((asker) =>
      line.queue(asked(asker), () => {}),
    );

    const begun = [line.takeNext(), line.takeNext(), line.takeNext(), line.takeNext()];
    const askers = (each: ReturnType<QueryQueue['takeNext']>) => each.map(({ asker }) => asker);
    expect(begun.map(askers)).toEqual([['somebody'], ['another'], ['somebody'], []]);

    begun[0]![0]!.settle({ answer: 1 });
    begun.push(line.takeNext());
    expect(askers(begun.at(-1)!)).toEqual(['somebody']);

    for (const each of begun.flat()) each.settle({ answer: 1 });
    expect(await Promise.all(all)).toHaveLength(4);
  });

  it('gives a thread together what one request asks, where its asker has no thread for each', () => {
    const page = {};
    const begun = (threads: number, free: number, requests: readonly object[]) => {
      const line = new QueryQueue(threads, LONG);
      for (const request of requests) line.queue({ ...asked('somebody'), request }, () => {}).catch(() => {});
      const { length } = line.takeNext(free);
      line.close();
      return length;
    };
    expect(begun(2, 2, [page, page])).toBe(2);
    expect(begun(2, 2, [page, {}, page])).toBe(2);
    expect(begun(2, 2, [{}, page, page])).toBe(1);
    expect(begun(4, 4, [page, page])).toBe(1);
    expect(begun(4, 1, [page, page])).toBe(2);
    expect(
      begun(
        2,
        2,
        Array.from({ length: 30 }, () => page),
      ),
    ).toBe(4);
  });

  it('rejects queued queries when the pool closes', async () => {
    const line = new QueryQueue(1, LONG);
    const waiting = line.queue(asked('somebody'), () => {});
    line.close();
    await expect(waiting).rejects.toThrow(ReadModelsUnavailable);
  });
});
