import { describe, expect, it } from '@jest/globals';
import { createAnswerCache } from '#query-handling/answer-cache.js';
import type { ProjectionProgress } from '#query-handling/projection-progress.js';

type ReadModels = Parameters<ReturnType<typeof createAnswerCache>>[0];

function createCounter() {
  const cached = createAnswerCache<number>('records');
  const documents = { generation: {}, collection: 'shop/Thing' };
  let position = 1;
  let failed: Awaited<ReturnType<ProjectionProgress['failedDocuments']>> = [];
  let computed = 0;
  const readModels: ReadModels = { position: () => position, failedDocuments: async () => failed };
  return {
    ask: (question: unknown, of: Partial<typeof documents> = {}) =>
      cached(readModels, { ...documents, ...of }, question, async () => ++computed),
    moveTo: (next: number) => (position = next),
    fail: (documentIds: readonly string[]) => (failed = documentIds.map((id) => ({ id }) as never)),
  };
}

describe('the answers of a read model', () => {
  it('given an unchanged read model, when a question is repeated, then its answer is reused', async () => {
    const { ask } = createCounter();
    expect([await ask({ filter: {} }), await ask({ filter: {} })]).toEqual([1, 1]);
  });

  it('given an answer, when the read model moves on, then the answer is computed again', async () => {
    const { ask, moveTo } = createCounter();
    await ask({ filter: {} });
    moveTo(2);
    expect(await ask({ filter: {} })).toBe(2);
  });

  it('given an answer, when filters differ only in the values of a set, then each has its own answer', async () => {
    const { ask } = createCounter();
    const among = (value: string) => ({ $rows: { path: 'lines.item', match: { among: new Set([value]) } } });
    expect([await ask(among('a')), await ask(among('b')), await ask(among('a'))]).toEqual([1, 2, 1]);
  });

  it('given an answer, when another generation or collection is read, then it has its own answer', async () => {
    const { ask } = createCounter();
    await ask({});
    expect(await ask({}, { generation: {} })).toBe(2);
    expect(await ask({}, { collection: 'shop/Other' })).toBe(3);
  });

  it('given failed documents, which a retry changes at the same position, then nothing is reused', async () => {
    const { ask, fail } = createCounter();
    fail(['thing-1']);
    await ask({});
    expect(await ask({})).toBe(2);
    fail([]);
    expect(await ask({})).toBe(3);
  });

  it('given a question that changes the read model while it is answered, then the answer is not reused', async () => {
    const cached = createAnswerCache<number>('records');
    let position = 1;
    const readModels: ReadModels = { position: () => position, failedDocuments: async () => [] };
    const documents = { generation: {}, collection: 'shop/Thing' };
    await cached(readModels, documents, {}, async () => (position = 2));
    expect(await cached(readModels, documents, {}, async () => 7)).toBe(7);
  });
});
