// From the command that people type to the first page, on a folder that has been used.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { fillFolder } from './fill-folder.js';
import type { Sizes } from './run-sizes.js';

const TIMES = 5;
/** Beside dist/bench. */
const DAYBOOK = fileURLToPath(new URL('../daybook/daybook.js', import.meta.url));

export async function measureStart({ records }: Sizes): Promise<void> {
  const rows: string[][] = [];
  for (const count of [0, records]) {
    const folder = await fillFolder(count);
    const starts: { readonly took: number; readonly memory: number | undefined }[] = [];
    for (let time = 0; time < TIMES; time++) starts.push(await startOn(folder));
    rmSync(folder, { recursive: true });
    const times = starts.map(({ took }) => took).sort((a, b) => a - b);
    const [fastest, , median, , slowest] = times.map((time) => time.toFixed(0));
    const memory = starts.map((start) => start.memory ?? 0).sort((a, b) => a - b)[2] || '?';
    rows.push([count.toLocaleString('en'), fastest!, median!, slowest!, String(memory)]);
  }
  console.log('\nStart-up: process, engines and the first page');
  console.log(formatTextTable(['records', 'fastest ms', 'median ms', 'slowest ms', 'peak MiB'], rows));
}

async function startOn(folder: string): Promise<{ took: number; memory: number | undefined }> {
  const started = performance.now();
  const child = spawn(process.execPath, [DAYBOOK, 'serve', '--data', folder, '--port', '0', '--no-demo'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const page = await fetch(`${await addressOf(child)}/-/sign-in`);
  if (!page.ok) throw new Error(`the first page answered ${page.status}`);
  const took = performance.now() - started;
  const memory = peakMemoryOf(child.pid!);
  child.kill();
  await once(child, 'exit');
  return { took, memory };
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface(stdout!)) {
    const [, address] = /^Daybook is at (\S+)$/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('Daybook ended before it said where it is');
}

/** MiB so far, as proc(5) counts; undefined: this system does not tell. */
function peakMemoryOf(pid: number): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  return Math.round(Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(file, 'utf8'))![1]) / 1024);
}
