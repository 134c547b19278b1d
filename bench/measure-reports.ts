// Reports over a hundred thousand records: each is counted anew from the read model, for whoever asks.
import { rmSync } from 'node:fs';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { applyLoad, startServer } from './http-client.js';
import { fillFolder } from './fill-folder.js';
import type { Sizes } from './run-sizes.js';

const REPORTS: { readonly [name: string]: string } = {
  'by department and month': '/purchasing/spend',
  'the same, of one state': '/purchasing/spend?state=approved',
  'as CSV': '/purchasing/spend.csv',
  'map of the process': '/purchasing/requests/map',
  'the same, of one department': '/purchasing/requests/map?department=Sales',
  'list of who made one move': '/purchasing/requests?by-move=draft>submit>submitted',
  'beside it: list, 50 rows': '/purchasing/requests',
};

export async function measureReports({ seconds, records }: Sizes): Promise<void> {
  const folder = await fillFolder(records);
  const served = await startServer(folder);
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(REPORTS))
    // One person downloads few things at once.
    for (const connections of path.endsWith('.csv') ? [1] : [1, 8]) {
      await applyLoad(served, { path }, connections, 2);
      const { perSecond, p50, p99, bad } = await applyLoad(served, { path }, connections, seconds);
      rows.push([
        name,
        String(connections),
        perSecond.toFixed(1),
        p50.toFixed(0),
        p99.toFixed(0),
        String(bad),
      ]);
    }
  const { memory } = await served.ask<{ memory: number }>({});
  served.end();
  rmSync(folder, { recursive: true });
  console.log(`\nReports of ${records.toLocaleString('en')} records (server's peak memory ${memory} MiB)`);
  console.log(formatTextTable(['report', 'connections', 'per s', 'p50 ms', 'p99 ms', 'bad'], rows));
}
