// Which engines there are to measure: those whose addresses are given; else the embedded ones beside real ones where the environment
// names them, and beside the small ones of the tests where it does not.
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import {
  parseEventsEngine,
  parseReadsEngine,
  removeCredentials,
} from '../src/configuration/engine-address.js';
import { startProcess } from './child-process.js';
import type { EngineAddresses } from './measurement-folder.js';

/** Addresses; `sqlite`: the embedded one. `small`: a server of the tests, started for the measurement. */
export interface EngineMix {
  readonly events: string;
  readonly reads: string;
}

/** Each is an address of events and, after a space, one of read models. The first is what the others are compared with. */
export function findEngineMixes(pairs: readonly string[]): readonly EngineMix[] {
  if (pairs.length === 0) return usual();
  return pairs.map((pair) => {
    const [events = 'sqlite', reads = 'sqlite'] = pair.trim().split(/\s+/);
    if (events !== 'sqlite') parseEventsEngine(events);
    if (reads !== 'sqlite') parseReadsEngine(reads);
    return { events, reads };
  });
}

function usual(): readonly EngineMix[] {
  const events = process.env['DAYBOOK_TEST_EVENTSTOREDB'] || 'small';
  const reads = process.env['DAYBOOK_TEST_MONGODB'] || 'small';
  return [
    { events: 'sqlite', reads: 'sqlite' },
    { events, reads: 'sqlite' },
    { events: 'sqlite', reads },
    { events, reads },
  ];
}

export const isSmallServer = ({ events, reads }: EngineMix): boolean =>
  events === 'small' || reads === 'small';

/** Its two columns. */
export const nameMix = ({ events, reads }: EngineMix): readonly [string, string] => [
  nameOf(events, 'EventStoreDB'),
  nameOf(reads, 'MongoDB'),
];

function nameOf(address: string, server: string): string {
  if (address.startsWith('sqlite')) return 'SQLite';
  return address === 'small'
    ? `small ${server}`
    : `${server} ${removeCredentials(address).split(/[/?]+/)[1]}`;
}

/** What has to be said before any figure. */
export function sayWhatIsMeasured(mixes: readonly EngineMix[]): void {
  if (!mixes.some(isSmallServer)) return;
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
export async function startEngines({ events, reads }: EngineMix): Promise<RunningMix> {
  const wanted = [...(events === 'small' ? ['eventstoredb'] : []), ...(reads === 'small' ? ['mongodb'] : [])];
  const servers = startProcess('engine-servers-process', wanted);
  const [addresses] = (await once(servers, 'message')) as [{ eventstoredb?: string; mongodb?: string }];
  const database = reads.includes('://') ? ownDatabase(reads) : undefined;
  return {
    addresses: {
      ...(events !== 'sqlite' && { DAYBOOK_EVENTS: addresses.eventstoredb ?? events }),
      ...(reads !== 'sqlite' && { DAYBOOK_READS: addresses.mongodb ?? database! }),
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
