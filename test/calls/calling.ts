// A whole Daybook with real engines, real HTTP and a controllable clock.
import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import type { WakeableWorker } from '#background/background-service.js';
import { Outbox } from '#outbox/outbox.js';
import type { OutboxOptions } from '#outbox/outbox.module-definition.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import type { RecordedEvent } from '#domain/event.js';
import { ChangeRecord, OpenRecord, TakeAction, type RecordInput } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RecordRef } from '#domain/stream-names.js';
import { createCallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import { documentOf } from '../specification/documents.js';
import { PEOPLE, startDaybook, system, type Daybook } from '../web/daybook.js';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

export interface Calling {
  readonly daybook: Daybook;
  readonly calls: WakeableWorker;
  /** Advances the clock. */
  later(milliseconds: number): void;
  open(input?: RecordInput): Promise<string>;
  act(id: string, action: string, input?: RecordInput): Promise<unknown>;
  change(id: string, input: RecordInput): Promise<unknown>;
  /** Of the record and its calls, in log order. */
  events(id: string): Promise<readonly RecordedEvent[]>;
  waiting(): Promise<readonly WaitingCall[]>;
  until<T>(look: () => Promise<T | undefined | false>): Promise<T>;
  /** The latest event of this type, once there is one. */
  told(id: string, type: string): Promise<RecordedEvent>;
  close(): Promise<void>;
}

/** Milliseconds; shorter than the test's timeout, for a better message. */
const PATIENCE = 50_000;

const LIFECYCLE = `
lifecycles:
  Order:
    states: { new: New, placed: Placed, done: { title: Done, final: true }, stuck: Stuck }
    actions:
      place: { from: new, to: placed }
      finish: { from: placed, to: done }
      getStuck: { from: [new, placed], to: stuck }
      confirm: { from: placed, to: placed, ask: [code] }
`;

/** `more`: further sections. */
export const documentWith = (calls: string, more: Parameters<typeof documentOf>[0] = {}): string =>
  documentOf({
    1: 'key: shop',
    3: `entities:
  Order:
    number: "O-{seq}"
    fields:
      what: text
      code: { type: text, max: 10 }
      price: money
      buyer: { type: user }
      phone: { type: text, personal: record }`,
    4: LIFECYCLE,
    7: calls,
    5: `rules:
  R1: { on: Order, in: [placed], check: "record.what != 'bad'", error: BAD, fields: [what] }`,
    8: `errors:
  NOT_PLACED: { message: "{record.number} was not placed.", remedy: Call them. }
  BAD: { message: "{record.price} is bad.", remedy: Take another one. }`,
    ...more,
  });

export async function calling(
  calls: string,
  settings: Partial<OutboxOptions['settings']> = {},
  on: Parameters<typeof startDaybook>[0] = {},
): Promise<Calling> {
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead).toISOString();
  const daybook = await startDaybook({ clock, ...on });
  const { installation, app, send } = daybook;
  await send(new PublishSpecification({ text: documentWith(calls), context: system() }));
  await daybook.settled();
  const dependencies = { ...installation, ports: app.get(CommandDependencies), bus: app.get(CommandBus) };
  const running = await new Outbox(dependencies, {
    settings: { allow: ['127.0.0.0/8'], from: 'daybook@example.org', ...settings },
    environment: () => ({ SHOP_SECRET: SECRET }),
  }).start();
  const context = () => ({ actor: PEOPLE.clerk.id, commandId: uuid() });
  const at = (id: string) => ({ application: 'shop', entity: 'Order', id });
  const stream = (id: string) => RecordRef.of(at(id)).name;
  const seen = async (id: string) => (await installation.store.read(stream(id))).version;
  const events = async (id: string) => {
    const found: RecordedEvent[] = [];
    const about = ({ stream: name, data }: RecordedEvent) =>
      name === stream(id) || (name.includes('.call-') && (data as { record: string }).record === id);
    const head = await installation.store.head();
    for await (const batch of installation.store.all(0)) {
      found.push(...batch.filter(about));
      if (batch.at(-1)!.position >= head) break;
    }
    return found;
  };
  const until = async <T>(look: () => Promise<T | undefined | false>): Promise<T> => {
    const until = performance.now() + PATIENCE;
    while (performance.now() < until) {
      const found = await look();
      if (found !== undefined && found !== false) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { documents } = await createCallsReadModel(installation.projections).find({ limit: 10 });
    const healthIssues = installation.healthIssues.all();
    throw new Error(`It did not come to that: ${JSON.stringify({ now: clock(), documents, healthIssues })}`);
  };
  return {
    daybook,
    calls: running,
    later(milliseconds) {
      ahead += milliseconds;
      running.wake();
    },
    async open(input = {}) {
      const id = uuid();
      await send(new OpenRecord({ ...at(id), input, context: context() }));
      return id;
    },
    act: async (id, action, input = {}) =>
      send(new TakeAction({ ...at(id), action, input, baseVersion: await seen(id), context: context() })),
    change: async (id, input) =>
      send(new ChangeRecord({ ...at(id), input, baseVersion: await seen(id), context: context() })),
    events,
    async waiting() {
      await daybook.settled();
      return (await createCallsReadModel(installation.projections).find({ limit: 100 })).documents;
    },
    until,
    told: (id, type) => until(async () => (await events(id)).findLast((event) => event.type === type)),
    async close() {
      await running.stop();
      await daybook.close();
    },
  };
}
