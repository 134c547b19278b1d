// Positions are meaningless in another log, so read models store its first event.
import type { LeaseRecord } from '#projections/port/leases.js';
import { ReadModelsUnusable } from '#projections/port/read-model-errors.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { RecordedEvent } from '../domain/event.js';
import { DamagedEventError, type EventStore } from '../event-store/event-store.js';

/** A lease whose holder field is the log's first event. */
const NAME = 'log';

interface EngineBinding {
  readonly store: Pick<EventStore, 'all' | 'head'>;
  readonly readModels: Pick<ReadModels, 'lease' | 'changeLease'>;
  readonly log: string;
  readonly reads: string;
}

/** Throws `ReadModelsUnusable`. For an empty log, waits in the background and returns what stops that. */
export async function assertReadModelsOfThisLog(between: EngineBinding): Promise<() => void> {
  const { store, readModels } = between;
  const stop = new AbortController();
  const known = await readModels.lease(NAME);
  if ((await store.head()) > 0) await compare(between, known, await firstEvent(store, stop.signal));
  else void firstEvent(store, stop.signal).then((first) => keep(between, known, first), nothing);
  return () => stop.abort();
}

/** A sentence; undefined: same log, unbound, or no readable first event. */
export async function describeReadModelsOfAnotherLog(between: EngineBinding): Promise<string | undefined> {
  const { store, readModels } = between;
  const known = await readModels.lease(NAME);
  if (known === undefined || (await store.head()) === 0) return undefined;
  try {
    const first = await firstEvent(store, new AbortController().signal);
    return known.holder === first ? undefined : ofAnother(between).message;
  } catch (error) {
    // Damage is reported by the check.
    if (error instanceof DamagedEventError) return undefined;
    throw error;
  }
}

// Retried at the next start.
const nothing = () => {};

async function firstEvent(store: EngineBinding['store'], signal: AbortSignal): Promise<string | undefined> {
  for await (const [first] of store.all(0, signal)) return nameOf(first!);
  return undefined;
}

/** Positions differ between engines. */
const nameOf = ({ id, position }: RecordedEvent) => `event ${id} at ${position}`;

async function compare(
  between: EngineBinding,
  known: LeaseRecord | undefined,
  first: string | undefined,
): Promise<void> {
  if (known === undefined) await keep(between, known, first);
  else if (known.holder !== first) throw ofAnother(between);
}

/** The log was empty, so read models hold nothing of another. */
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
