// Loaded by a process, once per build and day; tests copy the folder instead of repeating thousands of commands.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { addressOf, MAIN, ROOT, start } from '../cli/daybook-command.js';
import { onlyOne } from './only-one.js';

const CACHE = join(ROOT, 'node_modules/.cache/daybook-examples');

/** Closed; copy it, and leave it as it is. */
export async function examples(): Promise<string> {
  const folder = join(CACHE, keyOfToday());
  mkdirSync(CACHE, { recursive: true });
  while (!existsSync(folder)) {
    const isMine = await onlyOne(`${folder}.lock`, async () => {
      if (existsSync(folder)) return;
      removeOld();
      await load(`${folder}.making`);
      renameSync(`${folder}.making`, folder);
    });
    if (!isMine) await wait(200);
  }
  return folder;
}

/** Names of built files, except the first, contain hashes. */
function keyOfToday(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10)).update(readFileSync(MAIN));
  for (const name of readdirSync(dirname(MAIN)).sort()) hash.update(name);
  const documents = join(ROOT, 'specifications');
  for (const name of readdirSync(documents).filter((each) => each.endsWith('.md')))
    hash.update(readFileSync(join(documents, name)));
  return hash.digest('hex').slice(0, 16);
}

async function load(data: string): Promise<void> {
  rmSync(data, { recursive: true, force: true });
  const loading = start(['serve', '--port', '0'], { data });
  await addressOf(loading);
  await loading.says(/The examples are loaded: \d+ commands/);
  loading.process.kill('SIGTERM');
  await loading.ended;
}

/** Those of earlier days. */
function removeOld(): void {
  const yesterday = Date.now() - 86_400_000;
  for (const path of readdirSync(CACHE).map((name) => join(CACHE, name)))
    if (statSync(path).mtimeMs < yesterday) rmSync(path, { recursive: true, force: true });
}
