// Another file uses every export; types in signatures are exempt.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

const textsIn = (...folders: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => [join(folder, file), readFileSync(join(root, folder, file), 'utf8')] as const),
    ),
  );

/** Run by name, not imported. */
const BY_NAME = ['AppModule'];

const VALUE = /^export (?:async )?(?:abstract )?(?:function\*?|const|class) (\w+)/gm;

/** Lines `src/a.ts: name`. */
function namedNowhereElse(own: ReadonlyMap<string, string>, all: ReadonlyMap<string, string>): string[] {
  const files = new Map<string, number>();
  for (const text of all.values())
    for (const word of new Set(text.match(/\w+/g))) files.set(word, (files.get(word) ?? 0) + 1);
  return [...own].flatMap(([file, text]) =>
    [...text.matchAll(VALUE)]
      .map(([, name = '']) => name)
      .filter((name) => files.get(name) === 1 && !BY_NAME.includes(name))
      .map((name) => `${file}: ${name}`),
  );
}

describe('values that are exported', () => {
  it('are named by another file', () => {
    const all = textsIn('src', 'projections', 'views', 'test', 'bench');
    const own = textsIn('src', 'projections', 'views');
    expect(namedNowhereElse(own, all)).toEqual([]);
  });

  it('are told where no other file names them', () => {
    const alone = new Map([['src/a.ts', 'export const used = 1;\nexport function alone() {}\n']]);
    const all = new Map([...alone, ['src/b.ts', "import {\n  used,\n} from './a.js';\n"]]);
    expect(namedNowhereElse(alone, all)).toEqual(['src/a.ts: alone']);
  });
});
