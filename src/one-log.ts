// Read models are of one log: their positions mean nothing in another. So its first event is written down beside them.
import { ReadModelsUnusable, type ReadModels } from '../projections/read-model.js';
import type { Recorded } from './domain/event.js';
import type { EventStore } from './event-store/event-store.js';

/** A lease that nobody holds: its holder is the first event of the log. */
const NAME = 'log';

interface Between {
  readonly store: Pick<EventStore, 'all' | 'head'>;
  readonly readModels: Pick<ReadModels, 'lease' | 'changeLease' | 'generations'>;
  /** As people know them, for the message. */
  readonly log: string;
  readonly reads: string;
}

/**
 * Throws `ReadModelsUnusable` where the read models were built from another log, or from more than this one has. While the log is empty, its first event is
 * waited for in the background. Returns what ends that.
 */
export async function mustBeOfOneLog(between: Between): Promise<() => void> {
  const { store, readModels } = between;
  const stop = new AbortController();
  const known = (await readModels.lease(NAME))?.holder;
  const seen = (await readModels.generations()).map(({ checkpoint }) => checkpoint);
  // Asked last: the log only grows meanwhile.
  const head = await store.head();
  if (head > 0 && Math.max(0, ...seen) > head) throw ofMore(between);
  if (head > 0) await compare(between, known, await firstEvent(store, stop.signal));
  else if (known) throw ofAnother(between);
  else void firstEvent(store, stop.signal).then((first) => keep(between, first), nothing);
  return () => stop.abort();
}

// What could not be written down now is so at the next start.
const nothing = () => {};

async function firstEvent(store: Between['store'], signal: AbortSignal): Promise<string | undefined> {
  for await (const [first] of store.all(0, signal)) return nameOf(first!);
  return undefined;
}

/** The same event stands elsewhere in a copy on another engine. */
const nameOf = ({ id, position }: Recorded) => `event ${id} at ${position}`;

async function compare(
  between: Between,
  known: string | undefined,
  first: string | undefined,
): Promise<void> {
  if (known === undefined) await keep(between, first);
  else if (known !== first) throw ofAnother(between);
}

async function keep({ readModels }: Between, first: string | undefined): Promise<void> {
  if (first) await readModels.changeLease(NAME, undefined, { holder: first, token: 1, beat: 0 });
}

const ofAnother = ({ log, reads }: Between) =>
  new ReadModelsUnusable(
    `The read models in ${reads} were built from another log than ${log}. If that is the right log, name other read models ` +
      'with DAYBOOK_READS, or stop Daybook and remove these: they are built anew from the log. Else correct DAYBOOK_EVENTS.',
  );

// What is written to the log from here on would stand at positions that they have passed.
const ofMore = ({ log, reads }: Between) =>
  new ReadModelsUnusable(
    `The read models in ${reads} have seen more than ${log} has: an older log was put back. If it is the right one, name other ` +
      'read models with DAYBOOK_READS, or stop Daybook and remove these: they are built anew from the log.',
  );
