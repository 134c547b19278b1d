// Documents are checked beside the thread that answers everybody, and none of them for ever.
import { pathToFileURL } from 'node:url';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  openDocumentChecks,
  type OpenDocumentChecks,
} from '#installation/document-checks/check-documents-in-thread.js';
import { checkDocument } from '#specification/check-document.js';
import { documentOf } from '../specification/documents.js';
import { LARGE } from '../specification/large-documents.js';

const SMALL = documentOf({ 3: 'entities:\n  Thing: { fields: { name: text } }' });
const large = LARGE['fields']!(1_200);
const wrong = large.replace('{ type: text }', '{ type: txet }');

let checks: OpenDocumentChecks;

afterEach(async () => checks.close());

/** Whether an answer is there once everybody else had a turn. */
async function isThereAtOnce(answer: Promise<unknown>): Promise<boolean> {
  let there = false;
  void answer.then(() => (there = true));
  await setImmediate();
  return there;
}

describe('given a document that cannot be handed to the thread', () => {
  it('when others are checked after it, then they are checked all the same', async () => {
    checks = openDocumentChecks();
    const impossible = { version: 1, text: SMALL, wasChecked: false, cannotBeCloned: () => {} };
    const other = LARGE['fields']!(1_201);
    await expect(checks.conditions([impossible], other)).rejects.toThrow('could not be cloned');
    expect(await checks.check(other)).toMatchObject({ problems: [], key: 'things' });
  });
});

describe('given a small document and a large one', () => {
  it('when they are checked, then the answers are those of the check, and nobody waits for the large one', async () => {
    checks = openDocumentChecks();
    const answers = [SMALL, large, wrong].map((text) => checks.check(text));
    expect(await isThereAtOnce(answers[0]!)).toBe(true);
    expect(await isThereAtOnce(answers[1]!)).toBe(false);
    const [small, valid, broken] = await Promise.all(answers);
    expect(small).toMatchObject({ problems: [], key: 'things', name: 'Things' });
    expect(valid).toMatchObject({ problems: [], key: 'things' });
    expect(broken).toMatchObject({ problems: checkDocument(wrong).problems });
    expect(broken).not.toHaveProperty('key');
  });

  it('when a short one has many patterns, then nobody waits for them', async () => {
    checks = openDocumentChecks();
    const fields = Array.from(
      { length: 40 },
      (_, n) => `f${n}: { type: text, pattern: "[a-z]{1,${n + 1}}" }`,
    );
    const text = documentOf({ 3: `entities:\n  Thing: { fields: { ${fields.join(', ')} } }` });
    const answer = checks.check(text);
    expect(await isThereAtOnce(answer)).toBe(false);
    expect(await answer).toMatchObject({ problems: [], key: 'things' });
  });

  it('when one follows the other, then what does not fit is told, wherever it is looked at', async () => {
    checks = openDocumentChecks();
    const conditions = (text: string, next: string) =>
      checks.conditions([{ version: 1, text, wasChecked: false }], next);
    const [before, after] = ['text', 'integer'].map((type) =>
      SMALL.replace('name: text', `name: ${type}, more: text`),
    );
    const [larger, other] = ['text', 'integer'].map((type) => large.replace('type: text', `type: ${type}`));
    expect(await conditions(before!, after!)).toHaveLength(1);
    expect(await conditions(larger!, other!)).toHaveLength(1);
    expect(await conditions(larger!, larger!)).toEqual([]);
  });
});

describe('given many comparisons of large documents that wait', () => {
  it('when a document is to be published, then its check comes before them', async () => {
    checks = openDocumentChecks();
    const ended: string[] = [];
    const others = [0, 1, 2, 3].map((n) => LARGE['fields']!(1_210 + n));
    const comparisons = others.map((other) =>
      checks.compare(large, other).then(({ lines }) => ended.push(lines ? 'comparison' : 'nothing')),
    );
    await checks
      .check(LARGE['fields']!(1_205))
      .then(({ problems }) => ended.push(`check: ${problems.length}`));
    await Promise.all(comparisons);
    expect(ended).toEqual(['comparison', 'check: 0', 'comparison', 'comparison', 'comparison']);
  });
});

describe('given a large document that is published', () => {
  it('when it passed its check, then it is ready at once for whoever asks first', async () => {
    checks = openDocumentChecks();
    const text = large.replace('not shown.', 'not shown. Ready.');
    await checks.check(text);
    expect(await isThereAtOnce(checks.ready(text))).toBe(true);
  });

  it('when many ask for it at once, then it is made once, and is what a check makes of it', async () => {
    checks = openDocumentChecks();
    const text = large.replace('not shown.', 'not shown. Asked for by many.');
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => checks.ready(text)));
    for (const other of others) expect(other).toBe(first);
    expect(JSON.parse(JSON.stringify(first))).toEqual(JSON.parse(JSON.stringify(checkDocument(text))));
  });

  it('when it is broken by now, then its problems are told', async () => {
    checks = openDocumentChecks();
    expect(await checks.ready(wrong)).toMatchObject({ ok: false, problems: checkDocument(wrong).problems });
  });
});

describe.each([
  ['never ends', 'never-answers.mjs'],
  ['ends the thread', 'dies.mjs'],
])('given a document whose check %s', (_, file) => {
  it('when it is checked, then it is too large, and so is the next one that is', async () => {
    checks = openDocumentChecks({ within: 300, file: pathToFileURL(`test/threads/${file}`) });
    const others = [1, 2].map((n) => large.replace('not shown.', `not shown. ${file} ${n}.`));
    const both = await Promise.all(others.map((text) => checks.check(text)));
    for (const { problems } of both)
      expect(problems).toEqual([
        {
          line: 1,
          column: 1,
          message:
            'this document is too large: checking it takes longer than 0.3 seconds, or more than 512 MB',
          remedy: 'split it into several applications',
        },
      ]);
    expect(await checks.check(SMALL)).toMatchObject({ problems: [], key: 'things' });
  });

  it('when it is compared, then the comparison says that it was given up', async () => {
    checks = openDocumentChecks({ within: 300, file: pathToFileURL(`test/threads/${file}`) });
    const other = large.replace('not shown.', `not shown. Compared by ${file}.`);
    expect(await checks.compare(large, other)).toEqual({ isGivenUp: true });
  });
});
