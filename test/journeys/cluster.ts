// Several machines: EventStoreDB, MongoDB, three processes with separate folders, and a round-robin proxy.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openEventStoreDb } from '#event-store/eventstoredb/eventstoredb-event-store.js';
import { beginExamples } from './begin-examples.js';
import { realEventStoreDb } from '../engines/empty-eventstoredb.js';
import { ROOT, addressOf, newFolder, remove, start, type Running } from '../cli/daybook-command.js';
import { newMongoDb, REAL_MONGODB } from '../engines/empty-mongodb.js';
import type { Served } from './served.js';

export interface Cluster extends Served {
  /** Each process, without the proxy. */
  readonly pages: readonly string[];
}

export async function serveCluster(): Promise<Cluster> {
  const folder = newFolder();
  const engines = await startEngines();
  const keys = new URL(engines.mongodb);
  keys.pathname = keys.pathname.replace('/daybook', '/daybook-keys');
  const store = await openEventStoreDb(engines.eventstoredb);
  const environment = {
    DAYBOOK_EVENTS: engines.eventstoredb,
    DAYBOOK_READS: engines.mongodb,
    DAYBOOK_KEYS: keys.href,
    DAYBOOK_MASTER_KEY: await beginExamples(store, keys.href),
    DAYBOOK_SESSION_SECRET: 'the same in every process, and long enough',
  };
  const run = (only: string, name: string): Running =>
    start(['serve', '--only', only, '--port', '0'], { data: join(folder, name), environment });
  const builder = run('projections', 'projections');
  await builder.says(/Health: /);
  const web = [run('web', 'one'), run('web', 'other')];
  const pages = await Promise.all(web.map(addressOf));
  await Promise.any(web.map((each) => each.says(/The examples are loaded/)));
  const proxy = await inTurn(pages);
  return {
    url: proxy.url,
    pages,
    store,
    async close() {
      proxy.server.closeAllConnections();
      proxy.server.close();
      await store.close();
      for (const { process, ended } of [...web, builder]) {
        process.kill('SIGTERM');
        await ended;
      }
      await engines.stop();
      remove(folder);
    },
  };
}

interface Engines {
  readonly eventstoredb: string;
  readonly mongodb: string;
  stop(): Promise<void>;
}

/** In a separate process: within Jest the small servers are several times as slow. */
async function startEngines(): Promise<Engines> {
  const log = await realEventStoreDb();
  const reads = REAL_MONGODB === undefined ? undefined : await newMongoDb();
  const small = [...(log ? [] : ['eventstoredb']), ...(reads ? [] : ['mongodb'])];
  const servers = fork(join(ROOT, 'dist/bench/engine-servers-process.js'), small);
  const [urls] = (await once(servers, 'message')) as [Omit<Engines, 'stop'>];
  return {
    ...urls,
    ...(log && { eventstoredb: log.url }),
    ...(reads && { mongodb: reads.url }),
    async stop() {
      servers.kill();
      await log?.stop();
      await reads?.stop();
    },
  };
}

/** No sticky sessions. */
async function inTurn(pages: readonly string[]): Promise<{ readonly url: string; readonly server: Server }> {
  let turn = 0;
  const server = createServer((asked, answer) => {
    const target = new URL(asked.url ?? '/', pages[turn++ % pages.length]);
    const onward = request(target, { method: asked.method, headers: asked.headers }, (told) => {
      answer.writeHead(told.statusCode ?? 502, told.headers);
      told.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
