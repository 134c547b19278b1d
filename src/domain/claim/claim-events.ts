// Events by which numbers, unique values and places under a daily limit are claimed. Names and shapes are the storage format.
import type { Event } from '../event.js';

export type NumberTaken = Event<
  'number.taken',
  { readonly number: string; readonly sequence: number; readonly record: string }
>;
/** A number whose record never came to be: the gap, explained. */
export type NumberVoided = Event<
  'number.voided',
  { readonly number: string; readonly sequence: number; readonly record: string; readonly why: string }
>;
export type ValueClaimed = Event<'value.claimed', { readonly field: string; readonly record: string }>;
export type ValueReleased = Event<'value.released', { readonly field: string; readonly record: string }>;
export interface OpenedOne {
  readonly entity: string;
  readonly record: string;
}
export type OpeningCounted = Event<'opening.counted', OpenedOne>;
/** The record never came to be: it does not count. */
export type OpeningGivenBack = Event<'opening.given-back', OpenedOne>;

export type ClaimEvent =
  NumberTaken | NumberVoided | ValueClaimed | ValueReleased | OpeningCounted | OpeningGivenBack;
