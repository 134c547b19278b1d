// Loads the examples: publishes the three specifications, then does what the demo's people did, by real commands.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DaybookCommand } from '#command-handling/dispatch.js';
import type { WritingPorts } from '#command-handling/writing-ports.js';
import type { CommandResult } from '#domain/command.js';
import { Refused } from '#domain/refusal.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RecordRef, streams } from '#domain/streams.js';
import { demo, firstMoment, lastMoment } from './demo.js';
import { publishCommandId } from '../example-access.js';
import { DEMO_PEOPLE } from './people.js';
import type { DemoCommand } from './story.js';
import { recordPastCall } from './told-call.js';

export interface DemoPorts {
  readonly ports: WritingPorts;
  dispatch(command: DaybookCommand): Promise<CommandResult>;
  /** Returns once look-ups have seen everything up to this position of the log. */
  settled(position: number): Promise<void>;
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
  await publishAll(ports, folder, firstMoment(told));
  const all = [...batches(commands)];
  const from = begun === undefined ? 0 : await lastBegun(ports, all);
  let done = all.slice(0, from).flat().length;
  let [refused, unsent] = [0, 0];
  for (const batch of all.slice(from)) {
    const outcomes = await Promise.all(batch.map(async (command) => carriedOut(ports, command)));
    refused += outcomes.filter((written) => written === undefined).length;
    unsent += outcomes.reduce((sum, written) => sum + (written?.unsent ?? 0), 0);
    onProgress((done += batch.length), commands.length);
  }
  return { loaded: true, until: told, done: commands.length - refused, refused, unsent };
}

/** The moment up to which an earlier load tells the demo: its first event says so. */
async function begunUntil({ ports: { store } }: DemoPorts): Promise<string | undefined> {
  const { events } = await store.read(streams.user(Object.values(DEMO_PEOPLE)[0]!.id));
  const first = events[0]?.metadata.effectiveAt;
  return first === undefined ? undefined : lastMoment(first);
}

/**
 * A batch that an interrupted load has begun: those before it were carried out, as none begins before the last one has ended. Looked
 * for by halves: where its first command is about a person, or was refused, an earlier one is found, and no harm done.
 */
async function lastBegun(ports: DemoPorts, all: readonly (readonly DemoCommand[])[]): Promise<number> {
  let [begun, notBegun] = [0, all.length];
  while (begun + 1 < notBegun) {
    const middle = Math.floor((begun + notBegun) / 2);
    const isBegun = await isDone(ports, all[middle]![0]!);
    if (isBegun) begun = middle;
    else notBegun = middle;
  }
  return begun;
}

async function isDone({ ports: { store } }: DemoPorts, { data }: DemoCommand): Promise<boolean> {
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

/** undefined: it was refused. */
async function carriedOut(demoPorts: DemoPorts, command: DemoCommand): Promise<CommandResult | undefined> {
  try {
    const isCall = command.type === 'ToldCall';
    const written = await (isCall ? recordPastCall(demoPorts, command) : demoPorts.dispatch(command));
    if (!('entity' in command.data)) await demoPorts.settled(written.position);
    return written;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** How many commands are under way at once: they share durable commits. */
const AT_ONCE = 32;

/** Commands in their order, as many together as do not depend on each other: none of them about the same record. */
function* batches(commands: readonly DemoCommand[]): Iterable<readonly DemoCommand[]> {
  let batch: DemoCommand[] = [];
  const streams = new Set<string>();
  for (const command of commands) {
    if (batch.length === AT_ONCE || streams.has(command.data.id) || batch.some(isLookedUp)) {
      yield batch;
      batch = [];
      streams.clear();
    }
    batch.push(command);
    streams.add(command.data.id);
  }
  if (batch.length > 0) yield batch;
}

/** Whether commands that follow ask for what this one makes: people and their roles, and records that others point to. */
function isLookedUp({ type, data }: DemoCommand): boolean {
  if (type === 'RegisterUser' || type === 'GrantRole' || type === 'NameDeputy') return true;
  return type === 'OpenRecord' && ['Supplier', 'CostCentre', 'Equipment'].includes(data.entity);
}
