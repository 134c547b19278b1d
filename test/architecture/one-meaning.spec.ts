// A name means one thing: no type is declared in two files of the product, and no function or constant that others may import either.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

const sources = ['src', 'projections', 'views'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
);

/** What may be declared in several files, and why. */
const SEVERAL: Readonly<Record<string, string>> = {
  Props: 'what a component of React takes is its own, and named like this everywhere',
  aggregateGroups: 'the port’s question, as each engine answers it',
  countUpTo: 'the port’s question, as each engine answers it',
  writeDocuments: 'what the port is given to write, as each engine writes it',
};

/** Where files say the same of different things, under the same names. */
const ALIKE: Readonly<Record<string, RegExp>> = {
  'a type of field, and how it is shown, are called like the type': /\/field-types\//,
  'each example tells its own story': /^src\/cli\/demo\//,
};

const DECLARATIONS: readonly RegExp[] = [
  /^(?:export )?(?:declare )?(?:abstract )?(?:type|interface|class|(?:const )?enum) (\w+)/gm,
  /^export (?:default )?(?:async )?(?:function\*? ?|const )(\w+)/gm,
];

/** One line for each name that has several homes: `Row: src/a.ts, views/b.ts`. A component may be called like what it shows. */
function severalHomes(texts: ReadonlyMap<string, string>): readonly string[] {
  return DECLARATIONS.flatMap((declaration) => {
    const homes = new Map<string, Set<string>>();
    for (const [file, text] of texts)
      for (const [, name = ''] of text.matchAll(declaration))
        homes.set(name, (homes.get(name) ?? new Set()).add(file));
    return [...homes]
      .filter(([name, files]) => files.size > 1 && !Object.hasOwn(SEVERAL, name) && !areAlike([...files]))
      .map(([name, files]) => `${name}: ${[...files].join(', ')}`);
  }).sort();
}

const areAlike = (files: readonly string[]): boolean =>
  Object.values(ALIKE).some((where) => files.every((file) => where.test(file)));

const read = (files: readonly string[]) =>
  new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

describe('a name', () => {
  it('means one thing, in one file', () => {
    // Two meanings: name each for what it is. One meaning: declare it once, and import it.
    expect(severalHomes(read(sources))).toEqual([]);
  });

  it('never says that something is said in words', () => {
    // `statusInWords` is called for what it makes: `describeStatus`.
    const named = [...read(sources)].filter(([, text]) => /\b\w*[iI]nWords\b/.test(text));
    expect(named.map(([file]) => file)).toEqual([]);
  });

  it.each([
    ['interface Row {}', 'type Row = string;'],
    ['export class Reader {}', 'export abstract class Reader {}'],
    ['export enum Kind {}', 'interface Kind {}'],
    ['export function textOf(node: Node) {}', 'export async function textOf() {}'],
    ['export const textOf = (node: Node) => 1;', 'export function* textOf() {}'],
    ['export const LONGEST = 1;', 'export const LONGEST = 2;'],
    ['export const textOf = <T>(value: T) => value;', 'export const textOf = async (a: string) => a;'],
  ])('would be noticed: %s', (one, other) => {
    expect(
      severalHomes(
        new Map([
          ['src/a.ts', one],
          ['views/b.ts', other],
        ]),
      ),
    ).toEqual([expect.stringMatching(/^\w+: src\/a\.ts, views\/b\.ts$/)]);
  });

  it.each([
    ['interface Props {}', 'export interface Props {}'],
    ['function asked() {}', 'export function asked() {}'],
    ['const ALL = 1;', 'export const ALL = 2;'],
  ])('is not minded: %s', (one, other) => {
    expect(
      severalHomes(
        new Map([
          ['src/a.ts', one],
          ['views/b.ts', other],
        ]),
      ),
    ).toEqual([]);
  });
});
