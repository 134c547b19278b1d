// The decider of one counter (`PR-2026-`): who took which number. Gaps are explained by events, never silent.
import type { DecidedEvent } from '../event.js';
import type { NumberTaken, NumberVoided } from './claim-events.js';

export interface TakenNumber {
  readonly number: string;
  readonly sequence: number;
}

/** Only what is still open is kept: a counter may have given out millions. */
export interface NumberCounter {
  /** The highest sequence given out; 0: none. */
  readonly last: number;
  /** Record → its number, of those not known to be settled. */
  readonly open: ReadonlyMap<string, TakenNumber>;
}

export const EMPTY_COUNTER: NumberCounter = { last: 0, open: new Map() };

export type NumberEvent = NumberTaken | NumberVoided;

/** A counter being counted on: its map is its own. */
export interface CounterDraft extends NumberCounter {
  last: number;
  readonly open: Map<string, TakenNumber>;
}

export const toCounterDraft = ({ last, open }: NumberCounter): CounterDraft => ({
  last,
  open: new Map(open),
});

/** Folds in place: a counter sees so many events that a copy for each would be felt. */
export function applyNumberEvent(draft: CounterDraft, { type, data }: NumberEvent): void {
  switch (type) {
    case 'number.taken':
      draft.open.set(data.record, { number: data.number, sequence: data.sequence });
      draft.last = Math.max(draft.last, data.sequence);
      return;
    case 'number.voided':
      if (draft.open.get(data.record)?.sequence === data.sequence) draft.open.delete(data.record);
  }
}

export function foldNumbers(state: NumberCounter, events: readonly NumberEvent[]): NumberCounter {
  const draft = toCounterDraft(state);
  for (const event of events) applyNumberEvent(draft, event);
  return draft;
}

/** These records are there, with their numbers: nothing is open about them any more. */
export function confirmNumbers(state: NumberCounter, records: Iterable<string>): NumberCounter {
  const draft = toCounterDraft(state);
  for (const record of records) draft.open.delete(record);
  return draft;
}

/** The next number; [] where the record has one already. */
export function takeNumber(
  state: NumberCounter,
  record: string,
  format: (sequence: number) => string,
): readonly DecidedEvent<NumberEvent>[] {
  if (state.open.has(record)) return [];
  const sequence = state.last + 1;
  return [{ type: 'number.taken', data: { number: format(sequence), sequence, record } }];
}

/** Explains why a number will not be found on any record. [] where it is explained already, or was never taken. */
export function voidNumber(
  state: NumberCounter,
  record: string,
  why: string,
): readonly DecidedEvent<NumberEvent>[] {
  const taken = state.open.get(record);
  return taken ? [{ type: 'number.voided', data: { ...taken, record, why }, metadata: { reason: why } }] : [];
}
