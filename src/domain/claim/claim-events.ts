// Storage format: change only with an upcast.
import type { Event, DescribedMember, EventTypeMap } from '../event.js';
export type NumberTaken = Event<
  'number.taken',
  { readonly number: string; readonly sequence: number; readonly record: string }
>;
export type NumberVoided = Event<
  'number.voided',
  { readonly number: string; readonly sequence: number; readonly record: string; readonly why: string }
>;
export type ValueClaimed = Event<'value.claimed', { readonly field: string; readonly record: string }>;
export type ValueReleased = Event<'value.released', { readonly field: string; readonly record: string }>;
export interface QuotaUse {
  readonly entity: string;
  readonly record: string;
}
export type QuotaConsumed = Event<'opening.counted', QuotaUse>;
export type QuotaReleased = Event<'opening.given-back', QuotaUse>;

export type ClaimEvent =
  NumberTaken | NumberVoided | ValueClaimed | ValueReleased | QuotaConsumed | QuotaReleased;

const BOOKKEEPING = { kind: 'bookkeeping', upcasts: [] } as const;
const NUMBER = { ...BOOKKEEPING, stream: '<key>.<Entity>.number-<scope>' } as const;
const UNIQUE = { ...BOOKKEEPING, stream: '<key>.<Entity>.<field>.unique-<digest>' } as const;
const OPENINGS = { ...BOOKKEEPING, stream: '<key>.opens-<day>-<person>' } as const;

const SHOWN_NUMBER = 'the number as people see it';
const SEQUENCE = 'its place in the sequence, from 1';
const RECORD = 'id of the record';
const RECORD_TO_BE = 'id of the record that was to have it';
const FIELD: DescribedMember = { means: 'name of the field', visibility: 'field' };

export const claimEventTypes: EventTypeMap<ClaimEvent> = {
  'number.taken': {
    ...NUMBER,
    when: 'A record took the next number of a sequence.',
    title: 'Number taken',
    verbPhrase: 'took a number',
    describe: ({ number }) => `took the number ${String(number)}`,
    connector: ' for ',
    members: { number: SHOWN_NUMBER, sequence: SEQUENCE, record: RECORD },
  },
  'number.voided': {
    ...NUMBER,
    when: 'A number was taken for a record that never came to be: it explains the gap.',
    title: 'Number voided',
    verbPhrase: 'gave up a number',
    describe: ({ number }) => `gave up the number ${String(number)}`,
    connector: ' of ',
    members: {
      number: SHOWN_NUMBER,
      sequence: SEQUENCE,
      record: RECORD_TO_BE,
      why: 'why there is no such record',
    },
  },
  'value.claimed': {
    ...UNIQUE,
    when: 'A record took a value of a field that must be unique.',
    title: 'Unique value claimed',
    verbPhrase: 'claimed a unique value',
    connector: ' for ',
    members: { field: FIELD, record: RECORD },
  },
  'value.released': {
    ...UNIQUE,
    when: 'A record gave such a value back.',
    title: 'Unique value released',
    verbPhrase: 'gave a unique value free',
    connector: ' of ',
    members: { field: FIELD, record: RECORD },
  },
  'opening.counted': {
    ...OPENINGS,
    when: 'A record took its place among those its person may open in a day. Only where the specification has such a limit.',
    title: 'Counted under the daily limit',
    verbPhrase: 'opened one more of those that may be opened in a day',
    connector: ': ',
    members: { entity: 'its entity', record: 'its id' },
  },
  'opening.given-back': {
    ...OPENINGS,
    when: 'A record that had taken such a place was refused after all, and does not count.',
    title: 'Not counted after all',
    verbPhrase: 'opened none after all: it does not count for the day',
    connector: ': ',
    members: { entity: 'its entity', record: RECORD_TO_BE },
  },
};
