// package.json's command in a clone without a build, with a build that takes no time.
import { spawn } from 'node:child_process';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newFolder, remove, ROOT, type Ended } from './daybook-command.js';

const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { bin: { daybook: string } };
const folder = newFolder();
afterAll(() => remove(folder));

/** Prints its arguments and records each build. */
const BUILD = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
mkdirSync('dist/daybook', { recursive: true });
appendFileSync('builds.txt', 'built ');
console.log('output of the build');
const source = readFileSync('src/main.ts', 'utf8');
writeFileSync('dist/daybook/daybook.js', 'console.log(' + JSON.stringify(source) + ', process.argv.slice(2).join(" "), process.cwd())');
`;

let clone: string;
let made = 0;

beforeEach(() => {
  clone = join(folder, `clone ${++made}`);
  for (const path of ['src', 'node_modules/.bin']) mkdirSync(join(clone, path), { recursive: true });
  cpSync(join(ROOT, '.ci'), join(clone, '.ci'), { recursive: true });
  const nothing = JSON.stringify({ packages: {} });
  writeFileSync(join(clone, 'package-lock.json'), nothing);
  writeFileSync(join(clone, 'node_modules/.package-lock.json'), nothing);
  const scripts = { build: 'node build.mjs' };
  writeFileSync(join(clone, 'package.json'), JSON.stringify({ type: 'module', scripts }));
  writeFileSync(join(clone, 'build.mjs'), BUILD);
  writeFileSync(join(clone, 'src/main.ts'), 'first');
});

function run(file: string, words: readonly string[], cwd = clone): Promise<Ended> {
  const child = spawn(process.execPath, [join(clone, file), ...words], { cwd });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (said.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said.err += text.toString()));
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, ...said })));
}

const builds = () => readFileSync(join(clone, 'builds.txt'), 'utf8').trim().split(' ').length;

describe('the command daybook in a clone', () => {
  it('is a file of the clone itself that may be executed, not one that a build makes', () => {
    expect(bin.daybook).not.toMatch(/^(\.\/)?dist\//);
    expect(() => accessSync(join(ROOT, bin.daybook), constants.X_OK)).not.toThrow();
  });

  it('builds what is missing, and prints nothing else than the command does', async () => {
    const { code, out, err } = await run(bin.daybook, ['events', '--json'], folder);
    expect({ code, out }).toEqual({ code: 0, out: `first events --json ${folder}\n` });
    expect(err).toMatch(/^Building: this takes half a minute\.\n[^]*output of the build/);
  });

  it('builds once, in whichever order it and npm start come, and again when a source has changed', async () => {
    await run('.ci/prepare.mjs', []);
    expect((await run(bin.daybook, ['one'])).err).toBe('');
    await run('.ci/prepare.mjs', []);
    expect(builds()).toBe(1);
    writeFileSync(join(clone, 'src/main.ts'), 'second');
    expect((await run(bin.daybook, ['two'])).out).toBe(`second two ${clone}\n`);
    expect(builds()).toBe(2);
  });

  it('builds again after a build that was cut off', async () => {
    await run(bin.daybook, []);
    writeFileSync(join(clone, 'src/main.ts'), 'second');
    writeFileSync(
      join(clone, 'package.json'),
      JSON.stringify({ type: 'module', scripts: { build: 'exit 3' } }),
    );
    const failed = await run(bin.daybook, []);
    expect(failed).toMatchObject({ code: 3, out: '' });
    expect(failed.err).toMatch(/could not be made ready/);
    const scripts = { build: 'node build.mjs' };
    writeFileSync(join(clone, 'package.json'), JSON.stringify({ type: 'module', scripts }));
    expect((await run(bin.daybook, [])).out).toMatch(/^second/);
  });

  it('builds once where two are started at the same time', async () => {
    const both = await Promise.all([run(bin.daybook, ['one']), run(bin.daybook, ['other'])]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(builds()).toBe(1);
  });

  it('goes on after a process that was killed while it made the clone ready', async () => {
    const gone = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => gone.once('close', resolve));
    mkdirSync(join(clone, 'dist'));
    writeFileSync(join(clone, 'dist/.preparing'), String(gone.pid));
    expect((await run(bin.daybook, ['one'])).code).toBe(0);
    expect(existsSync(join(clone, 'dist/.preparing'))).toBe(false);
  });

  it('is found by npx in the clone, also after its packages were installed anew', async () => {
    const link = join(clone, 'node_modules/.bin', process.platform === 'win32' ? 'daybook.cmd' : 'daybook');
    await run('.ci/prepare.mjs', []);
    expect(existsSync(link)).toBe(true);
    rmSync(link);
    await run(bin.daybook, []);
    expect(existsSync(link)).toBe(true);
  });
});
