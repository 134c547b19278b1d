// A document twice as large takes about twice the work, in any direction.
import { describe, expect, it } from '@jest/globals';
import type { ParsedDocument } from '#specification/assemble-specification.js';
import { assembleAndCheck, checkDocument, parseSpecificationText } from '#specification/check-document.js';
import { createDiagnostics } from '#specification/document/diagnostics.js';
import { runToCompletion } from '#specification/cooperative-task.js';
import { serializeForWorker, deserializeFromWorker } from '#specification/serialize-for-worker.js';
import { countedWork } from '../counted-work.js';
import { documentOf } from './documents.js';
import { LARGE, LARGE_AND_WRONG } from './large-documents.js';

const SMALL = 75;
/** `n log n` slightly more than doubles. */
const MOST = 2.4;

/** Each of at most a thousand problems is compared with at most two hundred names. */
const SUGGESTIONS = /nearest|levenshtein/i;

/** Whose work grew too much, worst first. */
function grown(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): readonly string[] {
  return [...after]
    .map(([name, count]) => ({ name, count, was: before.get(name) ?? 0 }))
    .filter(({ name }) => !SUGGESTIONS.test(name))
    .filter(({ count, was }) => count > 1_250 && count > was * MOST)
    .sort((one, other) => other.count - one.count)
    .slice(0, 8)
    .map(({ name, count, was }) => `${name}: ${was} → ${count}`);
}

describe.each([
  ['large', LARGE],
  ['large and wrong', LARGE_AND_WRONG],
])('given documents that are %s', (_, documents) => {
  it.each(Object.entries(documents))(
    'when there are twice as many %s, then the work about doubles',
    async (_name, document) => {
      const [once, twice] = [document(SMALL), document(2 * SMALL)];
      checkDocument(once);
      const before = await countedWork(() => void checkDocument(once));
      const after = await countedWork(() => void checkDocument(twice));
      expect(grown(before.by, after.by)).toEqual([]);
    },
  );
});

describe('given a long message in a document that another thread has read', () => {
  it('when the message is twice as long, then the work about doubles', async () => {
    const [first, once, twice] = [SMALL, SMALL, 2 * SMALL].map((count) =>
      readElsewhere(LARGE['a long message']!(count)),
    );
    runToCompletion(assembleAndCheck(first!));
    const before = await countedWork(() => void runToCompletion(assembleAndCheck(once!)));
    const after = await countedWork(() => void runToCompletion(assembleAndCheck(twice!)));
    expect(grown(before.by, after.by)).toEqual([]);
  });
});

/** As transferred from another thread. */
function readElsewhere(text: string): ParsedDocument {
  const read = parseSpecificationText(text, createDiagnostics());
  if ('problems' in read) throw new Error('the document cannot be read');
  return deserializeFromWorker(structuredClone(serializeForWorker(read)));
}

describe('given more than anybody reads or waits for', () => {
  it('when there are thousands of problems, then the first are told and the rest is counted', () => {
    const { problems } = checkDocument(LARGE_AND_WRONG['unknown keys']!(700));
    expect(problems).toHaveLength(201);
    expect(problems.at(-1)).toMatchObject({
      message: 'and 500 more problems',
      remedy: 'correct the ones above first',
    });
    expect(checkDocument(LARGE_AND_WRONG['unknown keys']!(5_000)).problems.at(-1)?.message).toBe(
      'and at least 800 more problems',
    );
  });

  it('when every message may be about every entity, then the document is too large, and says so', () => {
    const entities = Array.from({ length: 300 }, (_, n) => `  E${n}: { fields: { a: text } }`).join('\n');
    const errors = Array.from({ length: 400 }, (_, n) => `  C${n}: { message: "{record.number}" }`).join(
      '\n',
    );
    const { ok, problems } = checkDocument(
      documentOf({ 3: `entities:\n${entities}`, 8: `errors:\n${errors}` }),
    );
    expect(ok).toBe(false);
    expect(problems).toEqual([
      {
        line: 1,
        column: 1,
        message: 'this document is too large: checking it takes too many steps',
        remedy: 'split it into several applications',
      },
    ]);
  });

  it('when sixteen hundred states are left from anywhere, then it is valid', () => {
    expect(checkDocument(LARGE['actions from anywhere']!(1_600)).ok).toBe(true);
  });
});
