// Read models are of one log: their positions mean nothing in another. So its first event is written down beside them.
import type { LeaseRecord } from '#projections/port/leases.js';
import { ReadModelsUnusable } from '#projections/port/read-model-errors.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { RecordedEvent } from '../domain/event.js';
import { DamagedEvent, type EventStore } from '../event-store/event-store.js';

/** A lease that nobody holds: its holder is the first event of the log. */
const NAME = 'log';

interface EngineBinding {
  readonly store: Pick<EventStore, 'all' | 'head'>;
  readonly readModels: Pick<ReadModels, 'lease' | 'changeLease'>;
  /** As people know them, for the message. */
  readonly log: string;
  readonly reads: string;
}

/**
 * Throws `ReadModelsUnusable` where the read models were built from another log. While the log is empty, its first event is waited for in the
 * background. Returns what ends that. Whether this log has lost anything, log-watch.ts finds out.
 */
export async function assertOneLog(between: EngineBinding): Promise<() => void> {
  const { store, readModels } = between;
  const stop = new AbortController();
  const known = await readModels.lease(NAME);
  if ((await store.head()) > 0) await compare(between, known, await firstEvent(store, stop.signal));
  else void firstEvent(store, stop.signal).then((first) => keep(between, known, first), nothing);
  return () => stop.abort();
}

/**
 * What is wrong, in words, where the read models were built from another log. Changes nothing. undefined: they are of this one or of none yet,
 * or the log has no first event that can be read.
 */
export async function describeAnotherLog(between: EngineBinding): Promise<string | undefined> {
  const { store, readModels } = between;
  const known = await readModels.lease(NAME);
  if (known === undefined || (await store.head()) === 0) return undefined;
  try {
    const first = await firstEvent(store, new AbortController().signal);
    return known.holder === first ? undefined : ofAnother(between).message;
  } catch (error) {
    // What is damaged is told by who reads it through.
    if (error instanceof DamagedEvent) return undefined;
    throw error;
  }
}

// What could not be written down now is so at the next start.
const nothing = () => {};

async function firstEvent(store: EngineBinding['store'], signal: AbortSignal): Promise<string | undefined> {
  for await (const [first] of store.all(0, signal)) return nameOf(first!);
  return undefined;
}

/** The same event stands elsewhere in a copy on another engine. */
const nameOf = ({ id, position }: RecordedEvent) => `event ${id} at ${position}`;

async function compare(
  between: EngineBinding,
  known: LeaseRecord | undefined,
  first: string | undefined,
): Promise<void> {
  if (known === undefined) await keep(between, known, first);
  else if (known.holder !== first) throw ofAnother(between);
}

/** In place of what is known: the log was empty when this began, so that nothing of another one is left. */
async function keep(
  { readModels }: EngineBinding,
  known: LeaseRecord | undefined,
  first: string | undefined,
): Promise<void> {
  if (first)
    await readModels.changeLease(NAME, known, { holder: first, token: (known?.token ?? 0) + 1, beat: 0 });
}

const ofAnother = ({ log, reads }: EngineBinding) =>
  new ReadModelsUnusable(
    `The read models in ${reads} were built from another log than ${log}. If that is the right log, name other read models ` +
      'with DAYBOOK_READS, or stop Daybook and remove these: they are built anew from the log. Else correct DAYBOOK_EVENTS.',
  );
