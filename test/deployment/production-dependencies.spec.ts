// The image has `dependencies` alone, so production code may load nothing else.
import { readdirSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { read, ROOT } from './compose-file.js';

const { dependencies, engines } = JSON.parse(read('package.json')) as {
  dependencies: Record<string, string>;
  engines: { node: string };
};
const lock = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, { dev?: boolean; version: string; engines?: { node?: string } }>;
};
const installed = (name: string) =>
  JSON.parse(read(`node_modules/${name}/package.json`)) as { version: string };
// It has no types of its own.
const { satisfies } = createRequire(import.meta.url)('semver') as {
  satisfies(version: string, range: string): boolean;
};
/** Must be the dependency's own: Nest's Express. */
const CARRIED: Readonly<Record<string, string>> = { express: '@nestjs/platform-express' };
const BUILT = /\.tsx?$/;

const sources = ['src', 'projections', 'views']
  .flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' }).map((path) =>
      `${folder}/${path}`.replaceAll('\\', '/'),
    ),
  )
  .filter((path) => BUILT.test(path) && !path.startsWith('views/islands/'));

/** At run time: type imports are erased. */
function packagesOf(text: string): string[] {
  const code = text
    .replace(/^import type [^;]+;/gms, '')
    .replace(/^export type [^;]+ from [^;]+;/gms, '')
    .replace(/^import \{(\s*type [^,}]+,?)+\s*\} from [^;]+;/gms, '');
  const loads =
    /(?:^(?:import|export)\s[^'"=;]*?\bfrom\s*|^import\s*|\bimport\(\s*)['"]([^'".#][^'"]*)['"]/gms;
  return [...code.matchAll(loads)]
    .map(([, specifier]) => specifier!)
    .filter((specifier) => !specifier.startsWith('node:') && !builtinModules.includes(specifier))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}

describe('production code', () => {
  const loaded = new Map(
    sources.flatMap((path) => packagesOf(read(path)).map((name) => [name, path] as const)),
  );

  it('loads nothing but dependencies', () => {
    const missing = [...loaded].filter(([name]) => !(name in dependencies) && !(name in CARRIED));
    expect(missing).toEqual([]);
    // Engines load drivers by dynamic imports of files that import them.
    for (const name of ['mongodb', '@eventstore/db-client', 'react'])
      expect([...loaded.keys()]).toContain(name);
  });

  it('reaches inside of a package only where exactly that version is asked for', () => {
    // A package's generated files and deep requires are no public API.
    const reaches = /createRequire\(.*?\)\(\s*'([^']+)'|from '([^']+)\/generated\/[^']+'/g;
    const inside = new Set(
      sources.flatMap((path) =>
        [...read(path).matchAll(reaches)].map(([, file, name]) => name ?? file!.split('/')[0]!),
      ),
    );
    expect([...inside].sort()).toEqual(['mongodb']);
    for (const name of inside) expect([name, dependencies[name]]).toEqual([name, installed(name).version]);
  });

  it('asks for exactly the version of EventStoreDB’s client whose protected members it replaces', () => {
    const name = '@eventstore/db-client';
    expect(read('src/event-store/eventstoredb/closable-eventstoredb-client.ts')).toMatch(
      /extends EventStoreDBClient/,
    );
    expect(dependencies[name]).toBe(installed(name).version);
  });

  it('comes with nothing that refuses the Node it is said to run on', () => {
    const oldest = /^>=(\d+\.\d+)$/.exec(engines.node)![1]!;
    const refused = Object.entries(lock.packages)
      .filter(([place, { dev }]) => place !== '' && dev !== true)
      .filter(([, { engines }]) => engines?.node !== undefined && !satisfies(`${oldest}.0`, engines.node))
      .map(([place, { version, engines }]) => `${place} ${version} wants Node ${engines!.node}`);
    expect(refused).toEqual([]);
  });

  it.each(Object.entries(CARRIED))('loads %s, which comes with %s', (name, carrier) => {
    expect(dependencies).toHaveProperty([carrier]);
    const carried = JSON.parse(read(`node_modules/${carrier}/package.json`)) as {
      dependencies: Record<string, string>;
    };
    expect(carried.dependencies).toHaveProperty([name]);
  });

  it.each([
    ["import { a } from 'one';", ['one']],
    ["import type { a } from 'one';", []],
    ["import { type a } from 'one';", []],
    ["import { type a, b } from 'one';", ['one']],
    ["import '@scope/two/deep.js';", ['@scope/two']],
    ["const a = await import('three');", ['three']],
    ["import {\n  a,\n  b,\n} from 'four';", ['four']],
    ["import fs from 'node:fs';\nimport { b } from './five.js';", []],
  ])('given %j, the search finds %j', (text, packages) => {
    expect(packagesOf(text)).toEqual(packages);
  });
});
