// Several Daybooks over EventStoreDB and MongoDB through real drivers and sockets, with clerks at all of them.
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#ports/clock.js';
import { newEventStoreDb, type NewEventStoreDb } from '../engines/empty-eventstoredb.js';
import { newMongoDb, type NewMongoDb } from '../engines/empty-mongodb.js';
import { newFolder, startDaybook, type Browser, type Daybook } from '../web/daybook.js';
import type { Ledger } from './ledger.js';

export interface Workplace {
  readonly events: NewEventStoreDb;
  readonly reads: NewMongoDb;
  readonly daybooks: readonly Daybook[];
  /** One signed in at each. */
  readonly clerks: readonly Browser[];
  close(): Promise<void>;
}

export async function openWorkplace({
  processes = 2,
  clock,
  mongo = newMongoDb,
}: {
  readonly processes?: number;
  readonly clock?: Clock;
  readonly mongo?: () => Promise<NewMongoDb>;
} = {}): Promise<Workplace> {
  const folder = newFolder();
  const [events, reads] = await Promise.all([newEventStoreDb(), mongo()]);
  const on = {
    events: { engine: 'eventstoredb', url: events.url },
    reads: { engine: 'mongodb', url: reads.url },
  } as const;
  const daybooks: Daybook[] = [];
  for (let count = 0; count < processes; count++)
    daybooks.push(await startDaybook({ folder, on, peopled: count === 0, ...(clock && { clock }) }));
  const clerks = await Promise.all(daybooks.map(async (at) => at.as('clerk')));
  return {
    events,
    reads,
    daybooks,
    clerks,
    async close() {
      for (const each of daybooks) await each.close();
      await Promise.all([events.stop(), reads.stop()]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Milliseconds between two orders: six clerks still send a hundred commands a second, without thousands of events. */
const BREATH = 150;

/** At any process; each command until it is answered. */
export async function work(ledger: Ledger, clerks: readonly Browser[], isOver: () => boolean): Promise<void> {
  let turn = Math.floor(Math.random() * clerks.length);
  const somewhere = () => clerks[turn++ % clerks.length]!;
  const orders = '/api/orders/Order';
  while (!isOver()) {
    const opened = await ledger.send('An order', (title) =>
      somewhere().post(orders).set('Idempotency-Key', title).send({ fields: { title } }),
    );
    const order = `${orders}/${opened.body.id}`;
    const commented = await ledger.send('A comment', (text) =>
      somewhere().post(`${order}/comments`).set('Idempotency-Key', text).send({ text }),
    );
    const seen = `"${commented.body.version}"`;
    await ledger.send('A change', (notes) =>
      somewhere()
        .patch(order)
        .set('Idempotency-Key', notes)
        .set('If-Match', seen)
        .send({ fields: { notes } }),
    );
    await wait(BREATH);
  }
}

export interface Work {
  /** Resolves once so many more commands were sent; default: two of each clerk, so that one of each is answered. */
  advance(commands?: number): Promise<void>;
  /** Resolves once every command is answered. */
  end(): Promise<void>;
}

/** By so many clerks, who share these browsers. */
export function startWork(ledger: Ledger, browsers: readonly Browser[], clerks: number): Work {
  let isOver = false;
  const working = Array.from({ length: clerks }, () => work(ledger, browsers, () => isOver));
  return {
    async advance(commands = 2 * clerks) {
      const enough = ledger.size + commands;
      while (ledger.size < enough) await Promise.race([wait(20), ...working]);
    },
    async end() {
      isOver = true;
      await Promise.all(working);
    },
  };
}
