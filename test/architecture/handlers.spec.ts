// A query or command without a handler is no type error, and fails only at its first request.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const sources = join(dirname(fileURLToPath(import.meta.url)), '../../src');
const textsIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(join(sources, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [file, readFileSync(join(sources, folder, file), 'utf8')]),
  );
const namesIn = (texts: Iterable<string>, pattern: RegExp) =>
  [...texts].flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!)).toSorted();

/** In a module's decorator. */
const listed = (module: string, list: 'imports' | 'providers'): readonly string[] =>
  new RegExp(`${list}: \\[([^\\]]*)\\]`).exec(module)?.[1]?.match(/\w+/g) ?? [];

describe.each([
  ['Query', 'query-handling', 'query-handling'],
  ['Command', 'domain', 'command-handling'],
])('each %s in src/%s', (kind, declaredIn, handledIn) => {
  const texts = textsIn(handledIn);
  const messages = namesIn(
    textsIn(declaredIn).values(),
    new RegExp(`^export class (\\w+) extends ${kind}<`, 'gm'),
  );
  const modules = [...texts].filter(([file]) => file.endsWith('.module.ts') && file.includes('/'));

  it(`has one handler in src/${handledIn}`, () => {
    expect(messages.length).toBeGreaterThan(40);
    expect(namesIn(texts.values(), new RegExp(`^@${kind}Handler\\((\\w+)\\)`, 'gm'))).toEqual(messages);
  });

  it('has its handler provided by one module', () => {
    const provided = modules.flatMap(([, module]) => listed(module, 'providers'));
    const handlers = provided.filter((name) => name.endsWith('Handler')).toSorted();
    expect(handlers).toEqual(messages.map((name) => `${name}Handler`).toSorted());
  });

  it('has that module imported by the one that the application imports', () => {
    const imported = listed(texts.get(`${handledIn}.module.ts`)!, 'imports');
    const exported = namesIn(
      modules.map(([, module]) => module),
      /^export class (\w+Module)/gm,
    );
    expect(imported).toEqual(expect.arrayContaining(exported));
  });
});
