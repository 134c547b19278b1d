// Replay of all read models, beside only reading the same events.
import { rmSync } from 'node:fs';
import { table } from '../src/cli/table.js';
import { measure } from './child.js';
import { filled } from './filled.js';
import type { Sizes } from './run.js';
import { EVENTS_PER_RECORD } from './synthetic-log.js';
import { configurationOf } from './workplace.js';

interface Reading {
  readonly events: number;
  readonly seconds: number;
  readonly memory: number;
}

interface Replaying extends Reading {
  /** Seconds until the last event was folded; comparing and indexing come after. */
  readonly reading: number;
  readonly outcomes: readonly { readonly outcome: string; readonly different?: number }[];
}

export async function measureReplay({ events }: Sizes): Promise<void> {
  const rows: string[][] = [];
  for (const size of [events / 4, events]) {
    const folder = await filled(Math.ceil(size / EVENTS_PER_RECORD));
    const reading = await measure<Reading>('reading', configurationOf(folder).events.path);
    const replayed = await measure<Replaying>('replaying', folder);
    rmSync(folder, { recursive: true });
    const rate = ({ events: count }: Reading, seconds: number) => count / seconds;
    const bare = rate(reading, reading.seconds);
    const line = (what: string, perSecond: number, memory: number) => [
      replayed.events.toLocaleString('en'),
      what,
      perSecond.toFixed(0),
      `${Math.round((100 * perSecond) / bare)}%`,
      String(memory),
    ];
    rows.push(
      line('only reading', bare, reading.memory),
      line('folding and storing', rate(replayed, replayed.reading), replayed.memory),
      line('whole replay: compared, indexed, switched', rate(replayed, replayed.seconds), replayed.memory),
    );
    const odd = replayed.outcomes.filter(({ outcome, different }) => outcome !== 'activated' || different);
    if (odd.length > 0) console.log('not as it should be:', odd);
  }
  console.log('\nReplay of all four read models');
  console.log(table(['events', 'what', 'events per s', 'ratio', 'peak MiB'], rows));
}
