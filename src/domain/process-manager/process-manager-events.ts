// Storage format: change only with an upcast.
import type { Event, EventTypeMap, FoldableEvent } from '../event.js';

interface ItemIdentity {
  readonly process: string;
  /** Id of a call, or name of a stream. */
  readonly item: string;
}

export type ProcessItemFailed = Event<
  'process.item-failed',
  ItemIdentity & {
    readonly what: string;
    /** Instant of a timer or version of a specification. */
    readonly upTo: string | null;
    readonly error: string;
  }
>;
export type ProcessItemRetried = Event<
  'process.item-retried',
  { readonly process: string; readonly item: string | null }
>;
export type ProcessItemSkipped = Event<
  'process.item-skipped',
  ItemIdentity & { readonly what: string; readonly upTo: string | null; readonly error: string }
>;

export type ProcessEvent = ProcessItemFailed | ProcessItemRetried | ProcessItemSkipped;

export interface StuckItem {
  readonly item: string;
  readonly status: 'failed' | 'skipped' | 'retried';
  readonly what: string;
  readonly upTo: string | null;
  readonly error: string;
}

export type ProcessState = ReadonlyMap<string, StuckItem>;

const INITIAL_STATE: ProcessState = new Map();

export const foldProcess = (events: readonly Pick<FoldableEvent, 'type' | 'data'>[]): ProcessState =>
  (events as readonly ProcessEvent[]).reduce(evolve, INITIAL_STATE);

function evolve(state: ProcessState, { type, data }: ProcessEvent): ProcessState {
  const after = new Map(state);
  if (type === 'process.item-retried') {
    for (const each of state.values()) {
      const isRetried = data.item === null ? each.status === 'failed' : data.item === each.item;
      if (isRetried) after.set(each.item, { ...each, status: 'retried' });
    }
    return after;
  }
  const { process: _, ...about } = data;
  return after.set(data.item, { ...about, status: type === 'process.item-failed' ? 'failed' : 'skipped' });
}

const ABOUT = { stream: 'process-<name>', kind: 'bookkeeping' } as const;
const PROCESS = 'name of the process';
const ITEM = 'id of the call, or name of the stream of what it was to be done with';
const WHAT = 'what was to be done';
const UP_TO = 'how far: when a timer was due, which version of a specification; null: all of it';
const ERROR = 'what went wrong';

export const processEventTypes: EventTypeMap<ProcessEvent> = {
  'process.item-failed': {
    ...ABOUT,
    when: 'Daybook could not do something by itself, and goes on without it.',
    title: 'Could not be done',
    verbPhrase: 'could not do something',
    describe: ({ what }) => `could not do: ${String(what)}`,
    members: { process: PROCESS, item: ITEM, what: WHAT, upTo: UP_TO, error: ERROR },
    upcasts: [],
  },
  'process.item-retried': {
    ...ABOUT,
    when: 'An admin had something tried again that Daybook could not do.',
    title: 'Tried again',
    verbPhrase: 'had something tried again',
    describe: ({ process }) => `had the process “${String(process)}” try something again`,
    members: { process: PROCESS, item: `${ITEM}; null: everything` },
    upcasts: [],
  },
  'process.item-skipped': {
    ...ABOUT,
    when: 'An admin decided that something is not done which Daybook could not do. The reason is in the metadata.',
    title: 'Left out for good',
    verbPhrase: 'left something out',
    describe: ({ what }) => `left out for good: ${String(what)}`,
    members: { process: PROCESS, item: ITEM, what: WHAT, upTo: UP_TO, error: ERROR },
    upcasts: [],
  },
};
