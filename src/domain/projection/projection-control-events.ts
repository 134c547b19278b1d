// Storage format: change only with an upcast.
import type { Event, EventTypeMap, FoldableEvent } from '../event.js';

interface DocumentIdentity {
  readonly projection: string;
  readonly version: number;
  readonly collection: string;
  readonly document: string;
}

export type ProjectionPaused = Event<'projection.paused', { readonly projection: string }>;
export type ProjectionResumed = Event<'projection.resumed', { readonly projection: string }>;
/** null: all broken documents and the projection. */
export type ProjectionRetried = Event<
  'projection.retried',
  { readonly projection: string; readonly collection: string | null; readonly document: string | null }
>;
export type ProjectionEventSkipped = Event<
  'projection.event-skipped',
  DocumentIdentity & { readonly event: string; readonly eventType: string; readonly error: string }
>;

interface GenerationSwitch {
  readonly projection: string;
  readonly from: number;
  readonly to: number;
  readonly differences: number;
}
export type ProjectionReplayAccepted = Event<
  'projection.replay-accepted',
  GenerationSwitch & { readonly lacking?: number }
>;
export type ProjectionRolledBack = Event<'projection.rolled-back', GenerationSwitch>;

export type ProjectionControlEvent =
  | ProjectionPaused
  | ProjectionResumed
  | ProjectionRetried
  | ProjectionEventSkipped
  | ProjectionReplayAccepted
  | ProjectionRolledBack;

export interface ProjectionState {
  readonly paused: boolean;
  readonly skipped: ReadonlySet<string>;
  readonly version: number;
  /** Keys as of `formatRetryKey`. */
  readonly retries: ReadonlyMap<string, number>;
}

const INITIAL_STATE: ProjectionState = { paused: false, skipped: new Set(), version: 0, retries: new Map() };

const EVERY_DOCUMENT = '';

const formatRetryKey = (collection: string | null, document: string | null): string =>
  collection === null || document === null ? EVERY_DOCUMENT : JSON.stringify([collection, document]);

/** 0: none. */
export const getRetryVersion = (
  { retries }: Pick<ProjectionState, 'retries'>,
  { collection, document }: { readonly collection: string; readonly document: string },
): number =>
  Math.max(retries.get(EVERY_DOCUMENT) ?? 0, retries.get(formatRetryKey(collection, document)) ?? 0);

interface SkippedEvent {
  readonly version: number;
  readonly event: string;
  readonly collection: string;
  readonly document: string;
}

export const formatSkipKey = ({ version, event, collection, document }: SkippedEvent): string =>
  JSON.stringify([version, event, collection, document]);

export const foldProjection = (events: readonly Pick<FoldableEvent, 'type' | 'data'>[]): ProjectionState =>
  (events as readonly ProjectionControlEvent[]).reduce(evolve, INITIAL_STATE);

function evolve(before: ProjectionState, event: ProjectionControlEvent): ProjectionState {
  const state = { ...before, version: before.version + 1 };
  switch (event.type) {
    case 'projection.paused':
      return { ...state, paused: true };
    case 'projection.resumed':
      return { ...state, paused: false };
    case 'projection.event-skipped':
      return { ...state, skipped: new Set([...state.skipped, formatSkipKey(event.data)]) };
    case 'projection.retried': {
      const key = formatRetryKey(event.data.collection, event.data.document);
      return { ...state, retries: new Map([...state.retries, [key, state.version]]) };
    }
    case 'projection.replay-accepted':
    case 'projection.rolled-back':
      return state;
  }
}

const ABOUT = { stream: 'projection-<name>', kind: 'bookkeeping' } as const;
const PROJECTION = 'name of the projection';
const quoteName = (text: unknown): string => `“${String(text)}”`;
const SWITCHED = {
  projection: PROJECTION,
  from: 'number of the generation that was in use before',
  to: 'number of the generation that is in use from then on',
  differences: 'how many documents a replay found to differ',
} as const;

const LACKING = 'although the log lacks events that had been in it';

const describeDifferences = (differences: unknown): string =>
  differences === 1 ? '1 document differs' : `${String(differences)} documents differ`;

export const projectionEventTypes: EventTypeMap<ProjectionControlEvent> = {
  'projection.paused': {
    ...ABOUT,
    when: 'An admin paused the building of a read model.',
    title: 'Read model paused',
    verbPhrase: 'paused a read model',
    describe: ({ projection }) => `paused the read model ${quoteName(projection)}`,
    members: { projection: PROJECTION },
    upcasts: [],
  },
  'projection.resumed': {
    ...ABOUT,
    when: 'An admin let the building of a read model go on.',
    title: 'Read model resumed',
    verbPhrase: 'resumed a read model',
    describe: ({ projection }) => `resumed the read model ${quoteName(projection)}`,
    members: { projection: PROJECTION },
    upcasts: [],
  },
  'projection.retried': {
    ...ABOUT,
    when: 'An admin had the events tried again that a read model could not take.',
    title: 'Read model tried again',
    verbPhrase: 'had a read model tried again',
    describe: ({ projection }) => `had the read model ${quoteName(projection)} tried again`,
    members: {
      projection: PROJECTION,
      collection: 'collection of the document; null: all of them',
      document: 'id of the document; null: all of them',
    },
    upcasts: [],
  },
  'projection.event-skipped': {
    ...ABOUT,
    when: 'An admin left an event out of a document of a read model, which it broke. The reason is in the metadata.',
    title: 'Event left out of a read model',
    verbPhrase: 'left an event out of a read model',
    describe: ({ projection, eventType }) =>
      `left an event of type ${quoteName(eventType)} out of the read model ${quoteName(projection)}`,
    members: {
      projection: PROJECTION,
      version: 'version of the projection: a later one looks at the event again',
      collection: 'collection of the document',
      document: 'id of the document that the event broke',
      event: 'id of the event',
      eventType: 'its type',
      error: 'what it broke with',
    },
    upcasts: [],
  },
  'projection.replay-accepted': {
    ...ABOUT,
    when: 'An admin had a read model used that a replay built, although it differs from the one in use, or the log lacks events from which that one was made. The reason is in the metadata.',
    title: 'Rebuilt read model accepted',
    verbPhrase: 'accepted a rebuilt read model',
    describe: ({ projection, differences, lacking }) =>
      `accepted the rebuilt read model ${quoteName(projection)}, ${
        lacking === undefined ? `in which ${describeDifferences(differences)}` : LACKING
      }`,
    members: {
      ...SWITCHED,
      lacking:
        'position of the last event from which the one in use was made, where the log lacks that; left out: it does not',
    },
    upcasts: [],
  },
  'projection.rolled-back': {
    ...ABOUT,
    when: 'An admin went back to the generation of a read model that was in use before. The reason is in the metadata.',
    title: 'Earlier read model used again',
    verbPhrase: 'went back to an earlier read model',
    describe: ({ projection, differences }) =>
      `went back to what the read model ${quoteName(projection)} was before${
        Number(differences) > 0 ? `, in which ${describeDifferences(differences)}` : ''
      }`,
    members: SWITCHED,
    upcasts: [],
  },
};
