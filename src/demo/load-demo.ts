import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import type { Command, CommandResult } from '#domain/command.js';
import { Refused } from '#domain/refusal.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import { generateDemoCommands, calculateDemoBegin, calculateDemoEnd } from './demo-commands.js';
import { derivePublishCommandId } from './example-access.js';
import { WrongExpectedVersion, type EventStore } from '#event-store/event-store.js';
import { startTimeSlice } from '#platform/cooperative-scheduler.js';
import { BufferedEventStore } from './buffered-event-store.js';
import { DEMO_PEOPLE } from './demo-people.js';
import type { DemoCommand } from './story.js';
import { recordPastCall } from './past-call.js';

export interface DemoPorts {
  readonly store: EventStore;
  /** Appends that the store keeps in order within one turn of the event loop. */
  readonly maxConcurrentAppends: number;
  dispatch(command: Command<unknown>): Promise<CommandResult>;
  /** Separate handlers over another store; `close` leaves the store open. */
  createHandlersOver(store: EventStore): Promise<DemoHandlers>;
  /** Resolves once look-ups have reached the position. */
  waitForProjections(position: number): Promise<void>;
}

export interface DemoHandlers {
  readonly ports: CommandDependencies;
  dispatch(command: Command<unknown>): Promise<CommandResult>;
  close(): Promise<void>;
}

export interface DemoReport {
  readonly loaded: boolean;
  /** ISO 8601 instant at which the demo ends. */
  readonly until: string;
  readonly done: number;
  /** Refused commands, after people changed the examples between loads. */
  readonly refused: number;
  /** Calls and mails suppressed because the events are history. */
  readonly unsent: number;
}

const DEMO_SPECIFICATIONS = ['purchase-requests', 'capa', 'permits'] as const;

/** Idempotent; finishes an interrupted load. `until`: end of a new demo. */
export async function loadDemo(
  ports: DemoPorts,
  folder: string,
  until: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<DemoReport> {
  const begun = await findInterruptedLoadEnd(ports);
  const end = begun ?? until;
  const commands = [...generateDemoCommands(end)];
  if (begun !== undefined && (await isDone(ports, commands.at(-1)!))) {
    return { loaded: false, until: end, done: 0, refused: 0, unsent: 0 };
  }
  const from = begun === undefined ? 0 : await findResumeIndex(ports, commands);
  onProgress(from, commands.length);
  await publishAll(ports, folder, calculateDemoBegin(end));
  let done = from;
  let [refused, unsent] = [0, 0];
  for (const part of splitIntoBatches(commands.slice(from))) {
    const results = await (isAboutRecord(part[0]!) ? sendStaged(ports, part) : sendAlone(ports, part));
    refused += results.filter((written) => written === undefined).length;
    unsent += results.reduce((sum, written) => sum + (written?.unsent ?? 0), 0);
    onProgress((done += part.length), commands.length);
  }
  await ports.waitForProjections(await ports.store.head());
  return { loaded: true, until: end, done: commands.length - refused, refused, unsent };
}

/** End of an earlier, interrupted load, from its first event. */
async function findInterruptedLoadEnd({ store }: DemoPorts): Promise<string | undefined> {
  const { events } = await store.read(streams.user(Object.values(DEMO_PEOPLE)[0]!.id));
  const first = events[0]?.metadata.effectiveAt;
  return first === undefined ? undefined : calculateDemoEnd(first);
}

/** Resumes some commands before the last one found, as concurrent writes may be out of order. */
async function findResumeIndex(ports: DemoPorts, commands: readonly DemoCommand[]): Promise<number> {
  let [done, notDone] = [0, commands.length];
  while (done + 1 < notDone) {
    const middle = Math.floor((done + notDone) / 2);
    if (await isDone(ports, commands[middle]!)) done = middle;
    else notDone = middle;
  }
  return Math.max(0, done - AGAIN);
}

/** Exceeds the concurrent writes to unordered servers. */
const AGAIN = 64;

async function isDone({ store }: DemoPorts, { data }: DemoCommand): Promise<boolean> {
  if (!('entity' in data)) return false;
  const { events } = await store.read(streams.record(RecordRef.of(data)));
  return events.some(({ metadata }) => metadata.commandId === data.context.commandId);
}

async function publishAll(ports: DemoPorts, folder: string, effectiveAt: string): Promise<void> {
  for (const name of DEMO_SPECIFICATIONS)
    await publish(ports, await readFile(join(folder, `${name}.md`), 'utf8'), effectiveAt);
}

async function publish(
  { dispatch, waitForProjections }: DemoPorts,
  text: string,
  effectiveAt: string,
): Promise<void> {
  const context = { actor: 'system', commandId: derivePublishCommandId(text), effectiveAt };
  const { position } = await dispatch(new PublishSpecification({ text, context }));
  await waitForProjections(position);
}

/** undefined: refused. */
type Sent = CommandResult | undefined;

/** Sequential: look-ups know people and roles once read models do. */
async function sendAlone(ports: DemoPorts, commands: readonly DemoCommand[]): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  for (const command of commands)
    sent.push(await unlessRefused(() => ports.dispatch(command as Command<unknown>)));
  await ports.waitForProjections(await ports.store.head());
  return sent;
}

const ATTEMPTS = 5;

/** Runs commands against a log in memory, then writes it; retries after concurrent writes. */
async function sendStaged(
  ports: DemoPorts,
  commands: readonly DemoCommand[],
  attempts = ATTEMPTS,
): Promise<readonly Sent[]> {
  const log = new BufferedEventStore(ports.store, ports.maxConcurrentAppends);
  const handlers = await ports.createHandlersOver(log.asStore);
  const letOthers = startTimeSlice();
  const sent: Sent[] = [];
  try {
    for (const command of commands) {
      sent.push(
        await unlessRefused(() =>
          command.type === 'PastCall' ? recordPastCall(handlers, command) : handlers.dispatch(command),
        ),
      );
      await letOthers();
    }
    await log.write();
    return sent;
  } catch (error) {
    if (!(error instanceof WrongExpectedVersion) || attempts <= 1) throw error;
    return await sendStaged(ports, commands, attempts - 1);
  } finally {
    await handlers.close();
  }
}

async function unlessRefused(send: () => Promise<CommandResult>): Promise<Sent> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** Commands per batch. */
const AT_ONCE = 400;

const isAboutRecord = ({ data }: DemoCommand): boolean => 'entity' in data;

function* splitIntoBatches(commands: readonly DemoCommand[]): Iterable<readonly DemoCommand[]> {
  let part: DemoCommand[] = [];
  for (const command of commands) {
    const [first] = part;
    if (first && (part.length === AT_ONCE || isAboutRecord(first) !== isAboutRecord(command))) {
      yield part;
      part = [];
    }
    part.push(command);
  }
  if (part.length > 0) yield part;
}
