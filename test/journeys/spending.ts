// A document with calls and mails, a controllable clock, an order system that only fails, and a mail server.
import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { Outbox } from '#outbox/outbox.js';
import { Timers } from '#timers/timers.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { INSTALLATION, type RecordedEvent } from '#domain/event.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { mailServer, type MailServer } from '../calls/mail-server.js';
import { json, otherSide, type OtherSide } from '../calls/other-side.js';
import type { Servers } from '../engines/start-both-servers.js';
import { documentOf } from '../specification/documents.js';
import { startDaybook, system } from '../web/daybook.js';

const document = (url: string) =>
  documentOf({
    1: 'name: Spending\nkey: spending\ntimeZone: Europe/Berlin',
    2: `screens:
  /spends: { list: Spend, columns: [number, title, amount, state], filters: [state] }
  /by-state: { report: Spend, title: By state, by: [state], measure: [count, sum(amount)] }`,
    3: `entities:
  Spend:
    number: "S-{seq}"
    title: "{title}"
    fields:
      title: { type: text, required: true }
      amount: { type: money, currency: EUR }
      quotes: { type: files, title: Quotes }
      order: { type: text }`,
    4: `lifecycles:
  Spend:
    states: { draft: Draft, waiting: Waiting, approved: Approved }
    actions:
      submit: { from: draft, to: waiting }
      approve: { from: waiting, to: approved, by: [boss], not: record.openedBy, approvals: 2, sign: I approve this spending }
    timers:
      remind: { title: Remind the bosses, in: waiting, after: P3D, mail: remind }`,
    6: 'roles: { boss: Boss, clerk: Clerk }',
    7: `calls:
  order:
    on: Spend.approve
    post: "${url}/orders"
    body: { number: record.number }
    retries: { times: 1, wait: PT1S }
    then: { set: { order: response.body.id } }
  remind:
    mail: { to: "'bosses@example.org'", subject: "{record.number} waits", text: "Please look at {record.title}." }`,
  });

export const PASSWORD = 'a sentence is fine';

const person = (name: string, ...roles: (readonly [string, string])[]) => ({
  id: uuid(),
  name,
  signInName: name.split(' ')[0]!.toLowerCase(),
  password: PASSWORD,
  roles: roles.map(([application, role]) => ({ application, role })),
});

export const PEOPLE = {
  cleo: person('Cleo Clerk', ['spending', 'clerk']),
  bea: person('Bea Boss', ['spending', 'boss']),
  ben: person('Ben Boss', ['spending', 'boss']),
  dora: person('Dora Deputy', ['spending', 'clerk']),
  ada: person('Ada Admin', [INSTALLATION, 'admin']),
};

export interface Spending {
  readonly url: string;
  readonly orders: OtherSide;
  readonly post: MailServer;
  /** Days after today, on this Daybook's clock. */
  day(days: number): string;
  /** Processes what is due by then. */
  later(milliseconds: number): void;
  events(id: string): Promise<readonly RecordedEvent[]>;
  /** Of read models and log. */
  health(): Promise<unknown>;
  close(): Promise<void>;
}

/** Engines other than the embedded ones. */
export async function serveSpending(servers: Partial<Servers> = {}): Promise<Spending> {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const clock = () => new Date(now()).toISOString();
  const [orders, post] = await Promise.all([otherSide(json(500, {})), mailServer()]);
  const daybook = await startDaybook({ peopled: false, clock, on: servers });
  const { installation, app, send } = daybook;
  await send(new PublishSpecification({ text: document(orders.url), context: system() }));
  await Promise.all(
    Object.values(PEOPLE).map(async (each) => send(new RegisterUser({ ...each, context: system() }))),
  );
  await daybook.settled();
  const parts = { ...installation, ports: app.get(CommandDependencies), bus: app.get(CommandBus) };
  const settings = { allow: ['127.0.0.0/8'], from: 'daybook@example.org', smtp: post.url };
  const calls = await new Outbox(parts, { settings }).start();
  const timers = await new Timers(parts).start();
  return {
    orders,
    post,
    url: (await app.getUrl()).replace('[::1]', '127.0.0.1'),
    day: (days) => new Date(now() + days * 86_400_000).toISOString().slice(0, 10),
    later(milliseconds) {
      ahead += milliseconds;
      calls.wake();
      timers.wake();
    },
    events: async (id) => (await installation.store.read(`spending.Spend-${id}`)).events,
    health: async () => ({
      head: await installation.store.head(),
      projections: await installation.projections.health(),
    }),
    async close() {
      await timers.stop();
      await calls.stop();
      await daybook.close();
      await Promise.all([orders.close(), post.close()]);
    },
  };
}
