// The TypeScript that words of people stand in, or used to.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type TypeScript from 'typescript';

/** It is written for CommonJS. */
export const ts = createRequire(import.meta.url)('typescript') as typeof TypeScript;

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Source {
  /** Below the repository. */
  readonly path: string;
  readonly file: TypeScript.SourceFile;
}

/** `folders`: below the repository, such as `views`. */
export const sourcesIn = (folders: readonly string[]): readonly Source[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path}`,
      ),
    )
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map((path) => sourceOf(path, readFileSync(join(root, path), 'utf8')));

export const sourceOf = (path: string, text: string): Source => ({
  path,
  file: ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true),
});

/** The node and everything in it, but for comments and punctuation. */
export function nodesOf(node: TypeScript.Node): readonly TypeScript.Node[] {
  const all: TypeScript.Node[] = [];
  const visit = (each: TypeScript.Node): void => {
    all.push(each);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return all;
}
