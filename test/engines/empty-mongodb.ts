// A small one, or a new database on the real one in DAYBOOK_TEST_MONGODB.
import { randomUUID } from 'node:crypto';
import { openTcpProxy } from './tcp-proxy.js';
import { databaseOf, dropDatabase } from './mongodb/drop-database.js';

export const REAL_MONGODB = process.env.DAYBOOK_TEST_MONGODB || undefined;

/** What every MongoDB can do; for more, see describe-on-small-mongodb.ts. */
export interface NewMongoDb {
  /** As in DAYBOOK_READS. */
  readonly url: string;
  /** Cuts and refuses connections; the data stay. */
  vanish(): Promise<void>;
  /** At the same address. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
}

export const newMongoDb = (): Promise<NewMongoDb> =>
  REAL_MONGODB === undefined ? startSmall() : onReal(REAL_MONGODB);

async function startSmall(): Promise<NewMongoDb> {
  const { startMongoDb } = await import('./mongodb/start-mongodb.js');
  const { url, vanish, comeBack, stop } = await startMongoDb();
  return { url, vanish, comeBack, stop };
}

/** Behind a proxy, it can become unavailable and return as a small one does. */
async function onReal(address: string): Promise<NewMongoDb> {
  const id = randomUUID();
  const database = `daybook-${id}`;
  const [, before = '', host = '', port = '27017', options = ''] =
    /^(mongodb:\/\/(?:[^@/?]*@)?)([^:,/?]+)(?::(\d+))?(?:\/[^?]*)?(?:\?(.*))?$/.exec(address) ?? [];
  if (!host)
    throw new Error(`DAYBOOK_TEST_MONGODB has to name one host, a member of its replica set: ${address}`);
  const door = await openTcpProxy(Number(port), host);
  // The address that the server itself reports would bypass the proxy.
  const all = ['directConnection=true', ...options.split('&').filter(isKept)].join('&');
  return {
    url: `${before}127.0.0.1:${door.port}/${database}?${all}`,
    vanish: () => door.shut(),
    comeBack: () => door.reopen(),
    async stop() {
      await door.shut();
      for (const each of [database, `daybook-keys-${id}`]) await dropDatabase(databaseOf(address, each));
    },
  };
}

const isKept = (option: string) => option !== '' && !/^(replicaSet|directConnection)=/i.test(option);
