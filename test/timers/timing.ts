// A whole Daybook whose timers fire: real engines, and a clock that is moved on by hand.
import { CommandBus } from '@nestjs/cqrs';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import type { WakeableWorker } from '#background/background-service.js';
import { toTimersCheckpointName } from '#timers/reset-timers-after-publication.js';
import { Timers } from '#timers/timers.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import type { RecordedEvent } from '#domain/event.js';
import {
  ChangeRecord,
  CommentRecord,
  OpenRecord,
  TakeAction,
  type RecordInput,
} from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RecordRef } from '#domain/stream-names.js';
import { createTimersReadModel } from '#projections/read-models/timers/timers-projection.js';
import { documentOf } from '../specification/documents.js';
import { PEOPLE, startDaybook, system, type Daybook } from '../web/daybook.js';

export interface Timing {
  readonly daybook: Daybook;
  readonly timers: WakeableWorker | undefined;
  /** Now, by its clock. */
  now(): string;
  /** Milliseconds later it is; whatever is due by then has fired when this returns. */
  later(milliseconds: number): Promise<void>;
  /** The same, where nothing lets timers fire. */
  pass(milliseconds: number): void;
  publish(timers: string): Promise<void>;
  open(input?: RecordInput): Promise<string>;
  act(id: string, action: string): Promise<unknown>;
  change(id: string, input: RecordInput): Promise<unknown>;
  comment(id: string): Promise<unknown>;
  events(id: string): Promise<readonly RecordedEvent[]>;
  /** What has fired, in the order of the log. */
  fired(id: string): Promise<readonly Fired[]>;
  /** Resolves once a timer of the record has fired. */
  hasFired(id: string): Promise<void>;
  start(): Promise<WakeableWorker>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface Fired {
  readonly timer: string;
  readonly due: string;
  readonly outcome: string;
  readonly refused?: readonly string[];
}

export const DAY = 86_400_000;

const LIFECYCLE = `
lifecycles:
  Order:
    states: { new: New, placed: Placed, late: Late, done: { title: Done, final: true } }
    actions:
      place: { from: new, to: placed }
      takeBack: { from: [placed, late], to: new }
      expire: { from: placed, to: late, by: boss }
      fail: { from: placed, to: done, guard: "record.what == 'never'" }
      finish: { from: [placed, late], to: done }
    timers:
`;

export const documentWith = (timers: string, more = ''): string =>
  documentOf({
    1: 'key: shop\ntimeZone: Europe/Berlin',
    3: `entities:
  Order:
    number: "O-{seq}"
    fields:
      what: text
      dueOn: date
      buyer: { type: user }`,
    4: `${LIFECYCLE}${timers}`,
    5: `rules:
  R1: { on: Order, in: [late], check: "record.what != 'bad'", error: BAD, fields: [what] }`,
    6: 'roles: { boss: Boss }',
    7: `calls:
  tell: { post: "https://example.org/tell", body: { what: record.what } }
  write: { mail: { to: record.buyer, subject: "About {record.number}", text: Hello } }`,
    8: `errors:
  BAD: { message: It is bad., remedy: Take another one. }`,
    ...(more && { 9: more }),
  });

export async function timing(
  timers: string,
  on: Parameters<typeof startDaybook>[0] & { readonly more?: string; readonly isStarted?: boolean } = {},
): Promise<Timing> {
  const { more, isStarted = true, ...settings } = on;
  let ahead = Date.parse('2026-11-23T09:00:00Z') - Date.now();
  const now = () => new Date(Date.now() + ahead).toISOString();
  const daybook = await startDaybook({ clock: now, ...settings });
  const { installation, app, send } = daybook;
  const publish = async (text: string) => {
    await send(new PublishSpecification({ text: documentWith(text, more), context: system() }));
    await daybook.settled();
    // Records set their timers as it says, where somebody lets them fire.
    const version = (await installation.specifications.current('shop'))!.version;
    const isSet = async () =>
      ((await installation.readModels.backgroundCheckpoint(toTimersCheckpointName('shop'))) ?? 0) >= version;
    while (running && !(await isSet())) await pause(10);
    await daybook.settled();
  };
  let running: WakeableWorker | undefined;
  await publish(timers);
  const start = () =>
    new Timers({ ...installation, ports: app.get(CommandDependencies), bus: app.get(CommandBus) }).start();
  if (isStarted) running = await start();
  const context = () => ({ actor: PEOPLE.clerk.id, commandId: uuid() });
  const at = (id: string) => ({ application: 'shop', entity: 'Order', id });
  const events = async (id: string) => (await installation.store.read(RecordRef.of(at(id)).name)).events;
  const seen = async (id: string) => (await installation.store.read(RecordRef.of(at(id)).name)).version;
  const quiet = async () => {
    await daybook.settled();
    running?.wake();
    for (let tries = 0; tries < 2_000; tries++) {
      const due = await createTimersReadModel(installation.projections).findDue(now(), 1);
      if (due.length === 0) return daybook.settled();
      await pause(10);
    }
    throw new Error('something is due, and does not fire');
  };
  const fired = async (id: string) => {
    const all = (await events(id)).filter(({ type }) => type === 'record.timer-fired');
    return all.map(({ data }) => data as unknown as Fired);
  };
  return {
    daybook,
    get timers() {
      return running;
    },
    now,
    async later(milliseconds) {
      ahead += milliseconds;
      await quiet();
    },
    pass: (milliseconds) => void (ahead += milliseconds),
    publish,
    async open(input = {}) {
      const id = uuid();
      await send(new OpenRecord({ ...at(id), input, context: context() }));
      await daybook.settled();
      return id;
    },
    act: async (id, action) =>
      send(new TakeAction({ ...at(id), action, input: {}, baseVersion: await seen(id), context: context() })),
    change: async (id, input) =>
      send(new ChangeRecord({ ...at(id), input, baseVersion: await seen(id), context: context() })),
    comment: (id) => send(new CommentRecord({ ...at(id), text: 'hello', context: context() })),
    events,
    fired,
    hasFired: (id) =>
      new Promise((resolve, reject) => {
        const look = async () => {
          if ((await fired(id)).length === 0) return;
          unsubscribe();
          resolve();
        };
        const unsubscribe = installation.projections.onWritten(() => void look().catch(reject));
        look().catch(reject);
      }),
    start: async () => (running = await start()),
    async stop() {
      await running?.stop();
      running = undefined;
    },
    async close() {
      await running?.stop();
      await daybook.close();
    },
  };
}
