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

describe('the documentation', () => {
  it.each(documents)('%s links only to what is there', (document) => {
    const missing = linksOf(document).filter((target) => !existsSync(join(root, dirname(document), target)));
    expect(missing).toEqual([]);
  });

  it.each(documents)('%s names only files that are there', (document) => {
    expect(namedBy(document).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('has links to look at', () => {
    expect(linksOf('README.md').length).toBeGreaterThan(20);
    expect(documents.flatMap(namedBy).length).toBeGreaterThan(20);
  });
});
