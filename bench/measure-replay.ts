// Replay of all read models, beside only reading the same events.
import { rmSync } from 'node:fs';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { measureInProcess } from './child-process.js';
import { fillFolder } from './fill-folder.js';
import { EVENTS_PER_RECORD } from './synthetic-log.js';
import type { Sizes } from './run-sizes.js';

interface Reading {
  readonly events: number;
  readonly seconds: number;
  readonly memory: number;
}

interface Replaying extends Omit<Reading, 'events'> {
  /** Seconds until the last event was folded; comparing and indexing come after. */
  readonly reading: number;
  readonly outcomes: readonly { readonly outcome: string; readonly different?: number }[];
}

export interface ReplayRates {
  readonly events: number;
  /** Events per second: only read; folded and stored; with comparing, indexing and switching. */
  readonly bare: number;
  readonly folded: number;
  readonly whole: number;
  /** Peaks in MiB, of reading and of replaying. */
  readonly memory: { readonly reading: number; readonly replaying: number };
}

/** In processes of their own. Says so where a read model came out different. `alone`: in one process, for short logs. */
export async function measureReplayRates(folder: string, { alone = false } = {}): Promise<ReplayRates> {
  const reading = await measureInProcess<Reading>('read-log-process', folder);
  const replayed = await measureInProcess<Replaying>('replay-process', folder, ...(alone ? ['alone'] : []));
  const odd = replayed.outcomes.filter(({ outcome, different }) => outcome !== 'activated' || different);
  if (odd.length > 0) console.log('not as it should be:', odd);
  const { events } = reading;
  return {
    events,
    bare: events / reading.seconds,
    folded: events / replayed.reading,
    whole: events / replayed.seconds,
    memory: { reading: reading.memory, replaying: replayed.memory },
  };
}

export async function measureReplay({ events: most }: Sizes): Promise<void> {
  const rows: string[][] = [];
  for (const size of [most / 4, most]) {
    const folder = await fillFolder(Math.ceil(size / EVENTS_PER_RECORD));
    const { events, bare, folded, whole, memory } = await measureReplayRates(folder);
    rmSync(folder, { recursive: true });
    const line = (what: string, perSecond: number, peak: number) => [
      events.toLocaleString('en'),
      what,
      perSecond.toFixed(0),
      `${Math.round((100 * perSecond) / bare)}%`,
      String(peak),
    ];
    rows.push(
      line('only reading', bare, memory.reading),
      line('folding and storing', folded, memory.replaying),
      line('whole replay: compared, indexed, switched', whole, memory.replaying),
    );
  }
  console.log('\nReplay of all four read models');
  console.log(formatTextTable(['events', 'what', 'events per s', 'ratio', 'peak MiB'], rows));
}
