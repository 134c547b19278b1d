// Compiles current sources, so that no older build runs.
import { transformFileSync } from '@swc/core';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Readable } from 'node:stream';

const root = resolve(import.meta.dirname, '../../..');
const FOLDERS = ['src/event-store', 'src/domain', 'src/specification', 'test/event-store'];

export interface Compiled {
  /** `<name>.ts` in the folder of scripts. */
  start(name: string, ...args: readonly string[]): ChildProcessByStdio<null, Readable, Readable>;
  /** Returns standard output; fails on a bad exit. */
  run(name: string, ...args: readonly string[]): Promise<string>;
}

export function compileInto(
  folder: string,
  { sources = FOLDERS, scripts = 'test/event-store/sqlite/processes' } = {},
): Compiled {
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  for (const source of ['src/platform', ...sources])
    for (const file of files(join(root, source))) compile(file, folder);
  const start: Compiled['start'] = (name, ...args) => {
    const script = join(folder, 'dist', scripts, `${name}.js`);
    return spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  };
  return { start, run: (name, ...args) => output(start(name, ...args)) };
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => join(folder, name));
}

function compile(file: string, folder: string): void {
  const { code } = transformFileSync(file, {
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'es6' },
  });
  const target = join(folder, 'dist', relative(root, file).replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  rmSync(target, { force: true });
  writeFileSync(target, code);
}

async function output(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (error += String(chunk)));
  const [code, signal] = await new Promise<[number | null, string | null]>((done) =>
    child.once('close', (...end) => done(end)),
  );
  if (code !== 0) throw new Error(`the process ended with ${code ?? signal}: ${error}`);
  return out;
}
