import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { allProjections } from '#projections/all-projections.js';
import { COMMANDS } from '../../src/cli/commands.js';

const read = (file: string) => readFileSync(file, 'utf8');

describe('the guide for operators', () => {
  it('names every read model that can be replayed', () => {
    const [, listed = ''] = /^npx daybook replay timeline .*?or one of them: (.+)$/m.exec(
      read('docs/operating.md'),
    )!;
    expect(listed.split(', ')).toEqual(expect.arrayContaining(allProjections.map(({ name }) => name)));
  });
});

describe('the README', () => {
  it('names every command', () => {
    const table = read('README.md').split('## On the command line')[1]!.split('\n## ')[0]!;
    const missing = COMMANDS.filter(({ name }) => !new RegExp(`\`(npx daybook )?${name}\\b`).test(table));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});
