// An event type that Daybook does not have, with its shape, decision and read model.
import type { CommandContext } from '#domain/command.js';
import type { DecidedEvent, Event, RecordedEvent, EventTypeMap } from '#domain/event.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import type { RecordState } from '#domain/record/record-state.js';
import { Refused } from '#domain/refusal.js';
import {
  openDocuments,
  type ActiveGenerations,
  type Document,
  type Projection,
} from '#projections/port/projection.js';
export type Praised = Event<'praise.given', { readonly words: string }>;

export const praiseEventTypes: EventTypeMap<Praised> = {
  'praise.given': {
    stream: '<key>.<Entity>-<record>',
    when: 'Somebody praised a record.',
    title: 'Praise',
    kind: 'record',
    verbPhrase: 'praised it',
    members: { words: 'what was said' },
    upcasts: [],
  },
};

export class Praise {
  readonly type = 'Praise';
  constructor(
    readonly data: {
      readonly application: string;
      readonly entity: string;
      readonly id: string;
      readonly words: string;
      readonly context: CommandContext;
    },
  ) {}
}

export function decidePraise(record: RecordState, { data }: Praise): readonly DecidedEvent<Praised>[] {
  if (record.status === 'not opened') throw new Refused([createBuiltInReason('NOT_FOUND')]);
  return [{ type: 'praise.given', data: { words: data.words } }];
}

export interface PraiseDocument extends Document {
  readonly count: number;
  readonly last: string;
}

const COLLECTION = 'praises';

export const praisesProjection: Projection<PraiseDocument> = {
  name: 'praises',
  version: 1,
  targets: ({ type, stream }) => (type === 'praise.given' ? [{ collection: COLLECTION, id: stream }] : []),
  apply: (document, event) => ({
    id: event.stream,
    position: event.position,
    count: (document?.count ?? 0) + 1,
    last: (event as RecordedEvent<Praised>).data.words,
  }),
};

export const praisesIn = (readModels: ActiveGenerations) => ({
  mostPraised: async (): Promise<readonly PraiseDocument[]> => {
    const praises = openDocuments<PraiseDocument>(readModels, praisesProjection.name, COLLECTION);
    return (await praises.find({ sort: { path: 'count', descending: true }, limit: 10 })).documents;
  },
});
