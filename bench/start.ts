// From the command to the first page, on a folder that has been used.
import { rmSync } from 'node:fs';
import { table } from '../src/cli/table.js';
import { serve } from './client.js';
import { filled } from './filled.js';
import type { Sizes } from './run-sizes.js';

const TIMES = 5;

export async function measureStart({ records }: Sizes): Promise<void> {
  const rows: string[][] = [];
  for (const count of [0, records]) {
    const folder = await filled(count);
    const times: number[] = [];
    let memory = 0;
    for (let time = 0; time < TIMES; time++) {
      const started = performance.now();
      const served = await serve(folder);
      await fetch(`${served.url}/`, { headers: { cookie: served.cookie } });
      times.push(performance.now() - started);
      ({ memory } = await served.ask<{ memory: number }>({}));
      served.end();
    }
    rmSync(folder, { recursive: true });
    times.sort((a, b) => a - b);
    rows.push([
      count.toLocaleString('en'),
      times[0]!.toFixed(0),
      times[2]!.toFixed(0),
      times[4]!.toFixed(0),
      String(memory),
    ]);
  }
  console.log('\nStart-up: process, engines, sign-in and the first page');
  console.log(table(['records', 'fastest ms', 'median ms', 'slowest ms', 'peak MiB'], rows));
}
