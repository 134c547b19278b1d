// Compares commands and answers with the log: nothing acknowledged is lost, duplicated or stuck.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { allProjections, fixedIndexes } from '#projections/all-projections.js';
import { replay } from '#projections/replay/replay.js';
import type { RecordedEvent } from '#domain/event.js';
import type { EventStore } from '#event-store/event-store.js';
import { createRecordsIndexRegistry } from '#projections/read-models/records/records-read-model.js';
import type { Daybook } from '../web/daybook.js';

export interface Answer {
  readonly status: number;
  readonly body: { readonly id?: string; readonly version?: number };
}

interface Command {
  /** A text unique to the command. */
  readonly marker: string;
  readonly answers: Answer[];
  /** Sent without an answer. */
  unanswered: number;
}

/** Milliseconds without a definite answer. */
const STUCK_AFTER = 60_000;
/** Milliseconds until a retry. */
const AGAIN = 150;

export class Ledger {
  private readonly commands: Command[] = [];

  get size(): number {
    return this.commands.length;
  }

  /** Commands that had to be retried. */
  get refused(): number {
    return this.commands.filter(({ answers }) => answers.some(({ status }) => status === 503)).length;
  }

  /** Retries until the answer is neither 503 nor a broken connection. */
  async send(what: string, ask: (marker: string) => PromiseLike<Answer>): Promise<Answer> {
    const command: Command = { marker: `${what} ${randomUUID()}`, answers: [], unanswered: 0 };
    this.commands.push(command);
    for (const since = performance.now(); performance.now() - since < STUCK_AFTER; await wait(AGAIN)) {
      const answer = await this.once(command, ask);
      if (answer && answer.status !== 503) return answer;
    }
    throw new Error(`“${command.marker}” is stuck: ${JSON.stringify(command.answers.at(-1))}`);
  }

  /** undefined: no answer. */
  private async once(
    command: Command,
    ask: (marker: string) => PromiseLike<Answer>,
  ): Promise<Answer | undefined> {
    try {
      const { status, body } = await ask(command.marker);
      command.answers.push({ status, body });
      return { status, body };
    } catch {
      command.unanswered += 1;
      return undefined;
    }
  }

  /** Every answer agrees with the log, and the log is complete. */
  async holdAgainst(store: EventStore): Promise<void> {
    const log = await everything(store);
    expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
    const versions = new Map<string, number>();
    for (const { stream, version } of log) {
      expect([stream, version]).toEqual([stream, (versions.get(stream) ?? 0) + 1]);
      versions.set(stream, version);
    }
    const places = new Map<string, RecordedEvent[]>();
    for (const event of log)
      for (const text of textsOf(event)) places.set(text, [...(places.get(text) ?? []), event]);
    for (const command of this.commands) holdCommand(command, places.get(command.marker) ?? []);
  }
}

/** Acknowledged commands occur once, refused ones never, others at most once. */
function holdCommand({ marker, answers, unanswered }: Command, found: readonly RecordedEvent[]): void {
  const done = answers.filter(({ status }) => status < 300);
  const refused = answers.some(({ status }) => status >= 300 && status !== 503);
  const uncertain = unanswered > 0 || answers.some(({ status }) => status === 503);
  const allowed = done.length > 0 ? [1] : uncertain && !refused ? [0, 1] : [0];
  expect([marker, answers, allowed.includes(found.length)]).toEqual([marker, answers, true]);
  const [event] = found;
  for (const { body } of done)
    expect([marker, body.id, body.version]).toEqual([marker, event!.stream.slice(-36), event!.version]);
}

function textsOf({ data }: RecordedEvent): readonly string[] {
  const { text, fields, changes } = data as {
    readonly text?: string;
    readonly fields?: { readonly title?: string };
    readonly changes?: { readonly notes?: { readonly to?: string } };
  };
  return [text, fields?.title, changes?.notes?.to].filter((each) => each !== undefined);
}

async function everything(store: EventStore): Promise<readonly RecordedEvent[]> {
  const head = await store.head();
  const log: RecordedEvent[] = [];
  if (head === 0) return log;
  for await (const batch of store.all()) {
    log.push(...batch);
    if (log.at(-1)!.position >= head) break;
  }
  return log;
}

/** Every process shows everything, and read models equal a replay. */
export async function holdReadModels(...daybooks: readonly Daybook[]): Promise<void> {
  for (const { installation } of daybooks) {
    const head = await installation.store.head();
    expect(await installation.projections.waitFor(head, 30_000)).toBe(true);
  }
  const { store, readModels, specifications } = daybooks[0]!.installation;
  const shapes = createRecordsIndexRegistry();
  shapes.learn(await specifications.all());
  const shapeOf = (projection: string, collection: string) =>
    fixedIndexes[projection] ?? shapes.of(collection);
  const replayed = await replay({ store, readModels, projections: allProjections, shapeOf, dryRun: true });
  expect(replayed.map(({ projection, comparison }) => [projection, comparison?.differences])).toEqual(
    allProjections.map(({ name }) => [name, []]),
  );
}
