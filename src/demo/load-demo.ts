// Loads the examples: publishes the three specifications, then does what the demo's people did, by real commands.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import type { Command, CommandResult } from '#domain/command.js';
import { Refused } from '#domain/refusal.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import { demo, firstMoment, lastMoment } from './demo-commands.js';
import { publishCommandId } from './example-access.js';
import { WrongExpectedVersion, type EventStore } from '#event-store/event-store.js';
import { startTimeSlice } from '#platform/cooperative-scheduler.js';
import { StagedLog } from './staged-log.js';
import { DEMO_PEOPLE } from './people.js';
import type { DemoCommand } from './story.js';
import { recordPastCall } from './past-call.js';

export interface DemoPorts {
  readonly store: EventStore;
  /** How many appends the store writes in their order when they are asked for in one turn of the event loop. */
  readonly together: number;
  /** Sends a command to the handlers that everybody's commands go to. */
  dispatch(command: Command<unknown>): Promise<CommandResult>;
  /** Handlers of their own over another store. `close` ends them, not the store. */
  handlersOver(store: EventStore): Promise<DemoHandlers>;
  /** Returns once look-ups have seen everything up to this position of the log. */
  settled(position: number): Promise<void>;
}

export interface DemoHandlers {
  readonly ports: CommandDependencies;
  dispatch(command: Command<unknown>): Promise<CommandResult>;
  close(): Promise<void>;
}

export interface DemoReport {
  /** false: everything was there already, and nothing was tried. */
  readonly loaded: boolean;
  /** The moment up to which the demo is told, an ISO 8601 instant. */
  readonly until: string;
  readonly done: number;
  /** Commands refused, because people have been at work on the examples since a load was interrupted. */
  readonly refused: number;
  /** Calls and mails that the stories would have made, and that were not made. */
  readonly unsent: number;
}

const DEMO_SPECIFICATIONS = ['purchase-requests', 'capa', 'permits'] as const;

/**
 * `until`: the moment up to which the demo is told, if it was not begun before. Loading twice adds nothing;
 * a load that was interrupted is finished. `folder` holds the specifications.
 */
export async function loadDemo(
  ports: DemoPorts,
  folder: string,
  until: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<DemoReport> {
  const begun = await begunUntil(ports);
  const told = begun ?? until;
  const commands = [...demo(told)];
  if (begun !== undefined && (await isDone(ports, commands.at(-1)!))) {
    return { loaded: false, until: told, done: 0, refused: 0, unsent: 0 };
  }
  const from = begun === undefined ? 0 : await lastDone(ports, commands);
  onProgress(from, commands.length);
  await publishAll(ports, folder, firstMoment(told));
  let done = from;
  let [refused, unsent] = [0, 0];
  for (const part of parts(commands.slice(from))) {
    const results = await (isAboutRecord(part[0]!) ? sendStaged(ports, part) : sendAlone(ports, part));
    refused += results.filter((written) => written === undefined).length;
    unsent += results.reduce((sum, written) => sum + (written?.unsent ?? 0), 0);
    onProgress((done += part.length), commands.length);
  }
  await ports.settled(await ports.store.head());
  return { loaded: true, until: told, done: commands.length - refused, refused, unsent };
}

/** The moment up to which an earlier load tells the demo: its first event says so. */
async function begunUntil({ store }: DemoPorts): Promise<string | undefined> {
  const { events } = await store.read(streams.user(Object.values(DEMO_PEOPLE)[0]!.id));
  const first = events[0]?.metadata.effectiveAt;
  return first === undefined ? undefined : lastMoment(first);
}

/** Where a load that was interrupted goes on: some commands before the last one that was done, as a few may have been written out of turn. */
async function lastDone(ports: DemoPorts, commands: readonly DemoCommand[]): Promise<number> {
  let [done, notDone] = [0, commands.length];
  while (done + 1 < notDone) {
    const middle = Math.floor((done + notDone) / 2);
    if (await isDone(ports, commands[middle]!)) done = middle;
    else notDone = middle;
  }
  return Math.max(0, done - AGAIN);
}

/** More commands than write at once to servers that keep no order. */
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

async function publish({ dispatch, settled }: DemoPorts, text: string, effectiveAt: string): Promise<void> {
  const context = { actor: 'system', commandId: publishCommandId(text), effectiveAt };
  const { position } = await dispatch(new PublishSpecification({ text, context }));
  await settled(position);
}

/** undefined: the command was refused. */
type Sent = CommandResult | undefined;

/** Look-ups know of people and their roles once the read models do. */
async function sendAlone(ports: DemoPorts, commands: readonly DemoCommand[]): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  for (const command of commands)
    sent.push(await unlessRefused(() => ports.dispatch(command as Command<unknown>)));
  await ports.settled(await ports.store.head());
  return sent;
}

const ATTEMPTS = 5;

/** Sends commands one after the other to a log in memory, and writes it. Again where somebody else has written meanwhile. */
async function sendStaged(
  ports: DemoPorts,
  commands: readonly DemoCommand[],
  attempts = ATTEMPTS,
): Promise<readonly Sent[]> {
  const log = new StagedLog(ports.store, ports.together);
  const handlers = await ports.handlersOver(log.asStore);
  const letOthers = startTimeSlice();
  const sent: Sent[] = [];
  try {
    for (const command of commands) {
      sent.push(
        await unlessRefused(() =>
          command.type === 'ToldCall' ? recordPastCall(handlers, command) : handlers.dispatch(command),
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

/** So many commands are decided before what they say is written. */
const AT_ONCE = 400;

const isAboutRecord = ({ data }: DemoCommand): boolean => 'entity' in data;

/** Commands in their order, those about people apart from those about records. */
function* parts(commands: readonly DemoCommand[]): Iterable<readonly DemoCommand[]> {
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
