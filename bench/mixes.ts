// Which engines there are to measure: the embedded ones, and real ones where they are named, else the small ones of the tests.
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { MongoClient } from '../src/mongo-client.js';
import { start } from './child.js';
import type { EngineAddresses } from './workplace.js';

export interface Mix {
  readonly events: 'SQLite' | 'EventStoreDB';
  readonly reads: 'SQLite' | 'MongoDB';
}

export const MIXES: readonly Mix[] = [
  { events: 'SQLite', reads: 'SQLite' },
  { events: 'EventStoreDB', reads: 'SQLite' },
  { events: 'SQLite', reads: 'MongoDB' },
  { events: 'EventStoreDB', reads: 'MongoDB' },
];

/** Real engines, as the test suites are told of them. */
const REAL = {
  eventstoredb: process.env['DAYBOOK_TEST_EVENTSTOREDB'],
  mongodb: process.env['DAYBOOK_TEST_MONGODB'],
};

export const isReal = (engine: keyof typeof REAL): boolean => Boolean(REAL[engine]);

/** What has to be said before any figure. */
export function sayWhatIsMeasured(): void {
  const small = (['eventstoredb', 'mongodb'] as const).filter((engine) => !isReal(engine));
  const names = { eventstoredb: 'EventStoreDB', mongodb: 'MongoDB' };
  for (const engine of ['eventstoredb', 'mongodb'] as const)
    if (isReal(engine)) console.log(`${names[engine]} is a real one (DAYBOOK_TEST_${engine.toUpperCase()}).`);
  if (small.length === 0) return;
  console.log(
    `\nNO REAL ENGINE: ${small.map((engine) => names[engine]).join(' and ')} ${small.length > 1 ? 'are' : 'is'} a small ` +
      'server of the tests, in memory, in a process of its own, on this machine.\n' +
      'Nothing is durable there, nothing is indexed, and no network lies between. These figures say what the drivers and\n' +
      'Daybook’s adapters cost at least; they say nothing about how quick the engines are.',
  );
}

export interface RunningMix {
  readonly addresses: EngineAddresses;
  stop(): Promise<void>;
}

/** Empty engines; of a real EventStoreDB what is in it stays, and of a real MongoDB a database of its own is dropped at the end. */
export async function startEngines({ events, reads }: Mix): Promise<RunningMix> {
  const small = [
    ...(events === 'EventStoreDB' && !isReal('eventstoredb') ? ['eventstoredb'] : []),
    ...(reads === 'MongoDB' && !isReal('mongodb') ? ['mongodb'] : []),
  ];
  const servers = start('engine-servers', small);
  const [told] = (await once(servers, 'message')) as [{ eventstoredb?: string; mongodb?: string }];
  const mongodb = REAL.mongodb ? ownDatabase(REAL.mongodb) : told.mongodb;
  return {
    addresses: {
      ...(events === 'EventStoreDB' && { DAYBOOK_EVENTS: REAL.eventstoredb || told.eventstoredb }),
      ...(reads === 'MongoDB' && { DAYBOOK_READS: mongodb }),
    },
    async stop() {
      servers.kill();
      if (reads === 'MongoDB' && REAL.mongodb) await drop(mongodb!);
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
