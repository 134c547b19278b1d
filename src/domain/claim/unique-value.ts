import type { DecidedEvent, RecordedEvent } from '../event.js';
import { createReason, type MessageContext } from '../create-reason.js';
import { Refused } from '../refusal.js';
import type { Field } from '#specification/model/specification.js';
import type { ValueClaimed, ValueReleased } from './claim-events.js';

export interface ValueHolder {
  /** null: unclaimed. */
  readonly record: string | null;
  readonly since: string | null;
}

export const UNCLAIMED: ValueHolder = { record: null, since: null };

export type UniqueValueEvent = ValueClaimed | ValueReleased;

export function evolveValueHolder(state: ValueHolder, event: UniqueValueEvent, at: string): ValueHolder {
  switch (event.type) {
    case 'value.claimed':
      return { record: event.data.record, since: at };
    case 'value.released':
      return state.record === event.data.record ? UNCLAIMED : state;
    default:
      // Of a newer version.
      return state;
  }
}

export const foldValueHolder = (events: readonly RecordedEvent<UniqueValueEvent>[]): ValueHolder =>
  events.reduce((state, event) => evolveValueHolder(state, event, event.metadata.recordedAt), UNCLAIMED);

export interface ValueClaim {
  readonly field: string;
  readonly record: string;
  /** true: the holder lacks the value, and its time to write it has passed. */
  readonly abandoned: boolean;
}

/** Throws `ValueTakenError`. */
export function claimValue(
  state: ValueHolder,
  { field, record, abandoned }: ValueClaim,
): readonly DecidedEvent<UniqueValueEvent>[] {
  if (state.record === record && !abandoned) return [];
  if (state.record !== null && state.record !== record && !abandoned) throw new ValueTakenError(state.record);
  return [{ type: 'value.claimed', data: { field, record } }];
}

export function releaseValue(
  state: ValueHolder,
  field: string,
  record: string,
): readonly DecidedEvent<UniqueValueEvent>[] {
  return state.record === record ? [{ type: 'value.released', data: { field, record } }] : [];
}

export class ValueTakenError extends Error {
  override readonly name = 'NotFree';
  constructor(readonly record: string) {
    super(`held by ${record}`);
  }
}

export function createNotUniqueRefusal(context: MessageContext, field: Field, value: string): Refused {
  const about = { with: { field: field.title, value }, fields: [field.key], place: field.place };
  return new Refused([createReason(context, 'NOT_UNIQUE', about)]);
}
