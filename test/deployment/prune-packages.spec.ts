// The image has whole packages only where the bundle loads them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { read, ROOT } from './compose-file.js';

const SCRIPT = fileURLToPath(new URL('.ci/prune-packages.mjs', ROOT));
const [, list] = /LOADED_AT_RUN_TIME = \[(.*)\]/.exec(read('.ci/prune-packages.mjs'))!;
const LOADED = [...list!.matchAll(/'([^']+)'/g)].map(([, name]) => name!);

const manifest = (dependencies: Readonly<Record<string, string>> = {}) =>
  JSON.stringify({ version: '1.0.0', dependencies });

describe('given an installation of production dependencies', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'daybook-packages-'));
    put('node_modules/mongodb/package.json', manifest({ bson: '*' }));
    put('node_modules/mongodb/lib/index.js');
    put('node_modules/mongodb/node_modules/bson/package.json', manifest());
    put('node_modules/mongodb/node_modules/bson/index.js');
    put('node_modules/@node-rs/argon2/package.json', manifest());
    put('node_modules/@node-rs/argon2/index.js');
    put('node_modules/@photostructure/sqlite/package.json', manifest());
    put(`node_modules/@photostructure/sqlite/prebuilds/${process.platform}-${process.arch}/one.node`);
    put('node_modules/@photostructure/sqlite/prebuilds/another-system/one.node');
    put('node_modules/@photostructure/sqlite/src/sqlite3.c');
    put('node_modules/bundled/package.json', manifest());
    put('node_modules/bundled/LICENSE.md');
    put('node_modules/bundled/NOTICE');
    put('node_modules/bundled/index.js');
    put('node_modules/bundled/lib/license.js');
    put('node_modules/bundled/node_modules/older/package.json', manifest());
    put('node_modules/bundled/node_modules/older/index.js');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function put(path: string, text = ''): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const prune = () => execFileSync(process.execPath, [SCRIPT, root], { encoding: 'utf8', stdio: 'pipe' });
  const left = () =>
    readdirSync(join(root, 'node_modules'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(root, 'node_modules/').length))
      .map((path) => path.replaceAll('\\', '/'))
      .sort();

  it('when it is pruned, then bundled packages keep their names and licences, loaded ones all that this system loads', () => {
    prune();
    expect(left()).toEqual(
      [
        '@node-rs/argon2/index.js',
        '@node-rs/argon2/package.json',
        '@photostructure/sqlite/package.json',
        `@photostructure/sqlite/prebuilds/${process.platform}-${process.arch}/one.node`,
        'bundled/LICENSE.md',
        'bundled/NOTICE',
        'bundled/node_modules/older/package.json',
        'bundled/package.json',
        'mongodb/lib/index.js',
        'mongodb/node_modules/bson/index.js',
        'mongodb/node_modules/bson/package.json',
        'mongodb/package.json',
      ].sort(),
    );
  });

  it('when a package that is loaded is missing, then the build of the image ends', () => {
    rmSync(join(root, 'node_modules/mongodb'), { recursive: true });
    expect(prune).toThrow('mongodb is not installed');
  });
});

describe('the bundle', () => {
  const folder = new URL('dist/daybook/', ROOT);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.js')) : [];
  const packageOf = (specifier: string) =>
    specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');

  it('loads no installed package but those that stay whole', () => {
    expect(files.length).toBeGreaterThan(0);
    // Rolldown writes imports at the start of a line, and dynamic ones and requires with a plain text.
    const loads =
      /^(?:import|export) (?:[^'";]*? from )?"([^".#/][^"]*)"|(?:\bimport|\b__require(?:\.resolve)?|\brequire\$?\d*)\("([^".#/][^"]*)"\)/gm;
    const loaded = new Set(
      files.flatMap((file) =>
        [...read(`dist/daybook/${file}`).matchAll(loads)]
          .map(([, still, dynamic]) => packageOf(still ?? dynamic!))
          .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name)),
      ),
    );
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Readonly<Record<string, { readonly dev?: boolean }>>;
    };
    const isInstalled = (name: string) =>
      packages[`node_modules/${name}`]?.dev === undefined && packages[`node_modules/${name}`] !== undefined;
    expect([...loaded].filter(isInstalled).sort()).toEqual([...LOADED].sort());
  });
});
