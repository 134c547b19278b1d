import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const documents = ['README.md', ...markdownIn('docs')];

function markdownIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** Paths that a document links to; addresses of the web and places within the page are left out. */
function linksOf(document: string): readonly string[] {
  const text = readFileSync(join(root, document), 'utf8').replace(/^(`{3,}).*?^\1/gms, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

/** Files of ours that a document names without linking to them. */
function namedBy(document: string): readonly string[] {
  const text = readFileSync(join(root, document), 'utf8');
  return [
    ...text.matchAll(/`((?:src|projections|views|test|bench|specifications|deployment)\/[\w./-]+)`/g),
  ].map(([, path]) => path!);
}

/** What a document says to stand in a file, as in “`markInteractive` in `src/platform/cooperative-scheduler.ts`”. */
function placesIn(document: string): readonly (readonly [name: string, file: string])[] {
  const text = readFileSync(join(root, document), 'utf8');
  const said = text.matchAll(/`(\w+)`\s(?:in\s|\()`([\w./-]+\.tsx?)`/g);
  return [...said].map(([, name, file]) => [name!, file!] as const);
}

const sources = ['src', 'projections', 'views', 'test', 'bench'].flatMap((folder) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
);

const isIn = (name: string, file: string): boolean =>
  sources
    .filter((source) => source === file || source.endsWith(`/${file}`))
    .some((source) => new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, source), 'utf8')));

describe('the documentation', () => {
  it.each(documents)('%s links only to what is there', (document) => {
    const missing = linksOf(document).filter((target) => !existsSync(join(root, dirname(document), target)));
    expect(missing).toEqual([]);
  });

  it.each(documents)('%s names only files that are there', (document) => {
    expect(namedBy(document).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(documents)('%s says of a name where it is', (document) => {
    expect(placesIn(document).filter(([name, file]) => !isIn(name, file))).toEqual([]);
  });

  it('has links to look at', () => {
    expect(linksOf('README.md').length).toBeGreaterThan(20);
    expect(documents.flatMap(namedBy).length).toBeGreaterThan(20);
  });
});
