// docs/decisions: the form of each decision, the index, and the numbers by which everything else refers to them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'docs/decisions');
const MAX_WORDS = 250;

const index = readFileSync(join(folder, 'README.md'), 'utf8');
const decisions = readdirSync(folder)
  .filter((file) => file !== 'README.md')
  .sort()
  .map((file) => ({ file, number: file.slice(0, 4), text: readFileSync(join(folder, file), 'utf8') }));

const countWords = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const FOLDERS = ['bench', 'deployment', 'docs', 'projections', 'src', 'test', 'views'];
const TEXT = /\.(?:tsx?|m?js|ya?ml|md|css)$/;

const textFiles = [
  ...readdirSync(root).filter((file) => TEXT.test(file)),
  ...FOLDERS.flatMap((name) =>
    readdirSync(join(root, name), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && TEXT.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length)),
  ),
];

describe('the decisions', () => {
  it.each(decisions)(
    '$file has a title, a status, a date, context, decision and consequences',
    ({ file, text }) => {
      expect(file).toMatch(/^\d{4}(?:-[a-z0-9]+)+\.md$/);
      expect(text).toMatch(
        /^# \S.*\n\n- Status: (?:accepted|proposed|superseded)\b.*\n- Date: \d{4}-\d\d-\d\d\n\n## Context\n/,
      );
      expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([
        'Context',
        'Decision',
        'Consequences',
      ]);
    },
  );

  it.each(decisions)(`$file has at most ${MAX_WORDS} words`, ({ text }) => {
    expect(countWords(text)).toBeLessThanOrEqual(MAX_WORDS);
  });

  it('have different numbers', () => {
    expect(new Set(decisions.map(({ number }) => number)).size).toBe(decisions.length);
  });

  it('stand in the index once each, with number and title, below a topic', () => {
    const lines = decisions.map(
      ({ file, number, text }) => `- [${number} ${/^# (.*)$/m.exec(text)![1]!}](${file})`,
    );
    const listed = index.split('\n').filter((line) => line.startsWith('- ['));
    expect(listed.toSorted()).toEqual(lines.toSorted());
    expect(index.indexOf('\n## ')).toBeLessThan(index.indexOf('\n- ['));
  });

  it('are referred to by numbers that exist', () => {
    const numbers = new Set(decisions.map(({ number }) => number));
    const unknown = textFiles.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\bdecisions?[ /]\[?(\d{3,4})\b/gi)]
        .filter(([, number]) => !numbers.has(number!))
        .map(([reference]) => `${file}: ${reference}`),
    );
    expect(unknown).toEqual([]);
  });
});
