// Durable commands per second over HTTP, beside the same server's empty POST and beside bare appends.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { measureInProcess } from './child-process.js';
import { applyLoad, startServer, type Load, type Request } from './http-client.js';
import { fillFolder } from './fill-folder.js';
import { recordId } from './synthetic-log.js';
import type { Sizes } from './run-sizes.js';

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

/** So many records are commented on, each in turn, so that their streams stay as short as they are in life. */
const RECORDS = 10_000;

export function measureCommandRate(records: number): { readonly [name: string]: Request } {
  let next = 0;
  return {
    'open (number, record)': { path: `${LIST}/new`, body: opening },
    comment: { path: () => `${LIST}/${recordId(next++ % records)}/comment`, body: commenting },
  };
}

export async function measureCommands({ seconds }: Sizes): Promise<void> {
  const folder = await fillFolder(RECORDS);
  const served = await startServer(folder);
  const rows: string[][] = [];
  const commands = measureCommandRate(RECORDS);
  for (const connections of [1, 8, 32]) {
    const empty = await applyLoad(served, { path: '/-/empty', body: opening }, connections, seconds);
    const bare = async (appends: number) =>
      (
        await measureInProcess<{ perSecond: number }>(
          'measure-bare-appends',
          join(folder, 'bare.sqlite'),
          String(connections),
          String(seconds),
          String(appends),
        )
      ).perSecond;
    const appends = [2, 1];
    for (const [index, [name, request]] of Object.entries(commands).entries()) {
      const measured = await applyLoad(served, request, connections, seconds);
      rows.push(row(connections, name, { measured, empty, bare: await bare(appends[index]!) }));
    }
  }
  const { memory } = await served.ask<{ memory: number }>({});
  served.end();
  rmSync(folder, { recursive: true });
  console.log(
    `\nCommands over HTTP, each durable before it is answered (server's peak memory ${memory} MiB)`,
  );
  console.log(
    formatTextTable(
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
