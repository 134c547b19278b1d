// Pages per second of a hundred thousand records, beside rendering the same page again and again.
import { rmSync } from 'node:fs';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { applyLoad, startServer } from './http-client.js';
import { fillFolder } from './fill-folder.js';
import { recordId } from './synthetic-log.js';
import type { Sizes } from './run-sizes.js';

export const measurePageRate = (records: number): { readonly [name: string]: string } => ({
  'list, 50 rows': '/purchasing/requests',
  'list, page 2 filtered': '/purchasing/requests?state=approved&sort=-amount',
  record: `/purchasing/requests/${recordId(Math.floor(records / 2))}`,
  timeline: '/-/timeline',
});

export async function measurePages({ seconds, records }: Sizes): Promise<void> {
  const folder = await fillFolder(records);
  const served = await startServer(folder);
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(measurePageRate(records))) {
    await applyLoad(served, { path }, 1, 2);
    const { perSecond: bare } = await served.ask<{ perSecond: number }>({ render: seconds });
    for (const connections of [1, 8]) {
      const { perSecond, p50, p99, bad } = await applyLoad(served, { path }, connections, seconds);
      rows.push([
        name,
        String(connections),
        perSecond.toFixed(0),
        p50.toFixed(1),
        p99.toFixed(1),
        String(bad),
        bare.toFixed(0),
        `${Math.round((100 * perSecond) / bare)}%`,
      ]);
    }
  }
  const { memory } = await served.ask<{ memory: number }>({});
  served.end();
  rmSync(folder, { recursive: true });
  console.log(`\nPages of ${records.toLocaleString('en')} records (server's peak memory ${memory} MiB)`);
  console.log(
    formatTextTable(
      ['page', 'connections', 'per s', 'p50 ms', 'p99 ms', 'bad', 'bare rendering per s', 'ratio'],
      rows,
    ),
  );
}
