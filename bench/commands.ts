// Durable commands per second over HTTP, beside the same server's empty POST and beside bare appends.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { table } from '../src/cli/table.js';
import { measure } from './child.js';
import { load, serve, type Load } from './client.js';
import { filled } from './filled.js';
import type { Sizes } from './run.js';
import { recordId } from './synthetic-log.js';

const LIST = '/purchasing/requests';

const opening = () =>
  new URLSearchParams({
    _command: uuid(),
    _id: uuid(),
    title: 'Microscope slides and two boxes',
    department: 'Research',
    amount: '123.45',
  });

const commenting = () =>
  new URLSearchParams({ commandId: uuid(), text: 'Please before the end of the week.' });

/** Records to comment on, each in turn, so that their streams stay as short as they are in life. */
const RECORDS = 10_000;

export async function measureCommands({ seconds }: Sizes): Promise<void> {
  const folder = await filled(RECORDS);
  let next = 0;
  const served = await serve(folder);
  const rows: string[][] = [];
  for (const connections of [1, 8, 32]) {
    const empty = await load(served, { path: '/-/empty', body: opening }, connections, seconds);
    const open = await load(served, { path: `${LIST}/new`, body: opening }, connections, seconds);
    const path = () => `${LIST}/${recordId(next++ % RECORDS)}/comment`;
    const comment = await load(served, { path, body: commenting }, connections, seconds);
    const bare = async (appends: number) =>
      (
        await measure<{ perSecond: number }>(
          'bare-appends',
          join(folder, 'bare.sqlite'),
          String(connections),
          String(seconds),
          String(appends),
        )
      ).perSecond;
    rows.push(row(connections, 'open (number, record)', { measured: open, empty, bare: await bare(2) }));
    rows.push(row(connections, 'comment', { measured: comment, empty, bare: await bare(1) }));
  }
  const { memory } = await served.ask<{ memory: number }>({});
  served.end();
  rmSync(folder, { recursive: true });
  console.log(
    `\nCommands over HTTP, each durable before it is answered (server's peak memory ${memory} MiB)`,
  );
  console.log(
    table(
      [
        'connections',
        'command',
        'per s',
        'p50 ms',
        'p99 ms',
        'bad',
        'empty POST per s',
        'ratio',
        'bare per s',
        'ratio',
      ],
      rows,
    ),
  );
}

interface Compared {
  readonly measured: Load;
  readonly empty: Load;
  readonly bare: number;
}

function row(connections: number, what: string, { measured, empty, bare }: Compared): string[] {
  const share = (of: number) => `${Math.round((100 * measured.perSecond) / of)}%`;
  return [
    String(connections),
    what,
    measured.perSecond.toFixed(0),
    measured.p50.toFixed(1),
    measured.p99.toFixed(1),
    String(measured.bad),
    empty.perSecond.toFixed(0),
    share(empty.perSecond),
    bare.toFixed(0),
    share(bare),
  ];
}
