// Which engines there are to measure: those whose addresses are given; else the embedded ones beside real ones where the environment
// names them, and beside the small ones of the tests where it does not.
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { eventsEngine, readsEngine, withoutPassword } from '../src/configuration/engine-address.js';
import { start } from './child.js';
import type { EngineAddresses } from './workplace.js';

/** Addresses; `sqlite`: the embedded one. `small`: a server of the tests, started for the measurement. */
export interface Mix {
  readonly events: string;
  readonly reads: string;
}

/** Each is an address of events and, after a space, one of read models. The first is what the others are compared with. */
export function mixesOf(pairs: readonly string[]): readonly Mix[] {
  if (pairs.length === 0) return usual();
  return pairs.map((pair) => {
    const [events = 'sqlite', reads = 'sqlite'] = pair.trim().split(/\s+/);
    if (events !== 'sqlite') eventsEngine(events);
    if (reads !== 'sqlite') readsEngine(reads);
    return { events, reads };
  });
}

function usual(): readonly Mix[] {
  const events = process.env['DAYBOOK_TEST_EVENTSTOREDB'] || 'small';
  const reads = process.env['DAYBOOK_TEST_MONGODB'] || 'small';
  return [
    { events: 'sqlite', reads: 'sqlite' },
    { events, reads: 'sqlite' },
    { events: 'sqlite', reads },
    { events, reads },
  ];
}

export const isSmall = ({ events, reads }: Mix): boolean => events === 'small' || reads === 'small';

/** Its two columns. */
export const named = ({ events, reads }: Mix): readonly [string, string] => [
  nameOf(events, 'EventStoreDB'),
  nameOf(reads, 'MongoDB'),
];

function nameOf(said: string, server: string): string {
  if (said.startsWith('sqlite')) return 'SQLite';
  return said === 'small' ? `small ${server}` : `${server} ${withoutPassword(said).split(/[/?]+/)[1]}`;
}

/** What has to be said before any figure. */
export function sayWhatIsMeasured(mixes: readonly Mix[]): void {
  if (!mixes.some(isSmall)) return;
  console.log(
    '\nNO REAL ENGINE where it says “small”: a small server of the tests, in memory, in a process of its own, on this machine.\n' +
      'Nothing is durable there, nothing is indexed, and no network lies between. These figures say what the drivers and\n' +
      'Daybook’s adapters cost at least; they say nothing about how quick the engines are.',
  );
}

export interface RunningMix {
  readonly addresses: EngineAddresses;
  stop(): Promise<void>;
}

/** Of a real EventStoreDB what is in it stays; of a real MongoDB, a database of its own is dropped at the end. */
export async function startEngines({ events, reads }: Mix): Promise<RunningMix> {
  const wanted = [...(events === 'small' ? ['eventstoredb'] : []), ...(reads === 'small' ? ['mongodb'] : [])];
  const servers = start('engine-servers', wanted);
  const [told] = (await once(servers, 'message')) as [{ eventstoredb?: string; mongodb?: string }];
  const database = reads.includes('://') ? ownDatabase(reads) : undefined;
  return {
    addresses: {
      ...(events !== 'sqlite' && { DAYBOOK_EVENTS: told.eventstoredb ?? events }),
      ...(reads !== 'sqlite' && { DAYBOOK_READS: told.mongodb ?? database! }),
    },
    async stop() {
      servers.kill();
      if (database) await drop(database);
    },
  };
}

function ownDatabase(url: string): string {
  const [, before, options = ''] = /^([a-z+]+:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(url) ?? [];
  return `${before}/daybook-bench-${randomUUID().slice(0, 8)}${options}`;
}

async function drop(url: string): Promise<void> {
  const client = new MongoClient(url);
  await client.db().dropDatabase();
  await client.close();
}
