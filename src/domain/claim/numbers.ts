// The decider of one counter (`PR-2026-`): who took which number. Gaps are explained by events, never silent.
import type { Decided } from '../decider.js';
import type { NumberTaken, NumberVoided } from './claim-events.js';

export interface Taken {
  readonly number: string;
  readonly sequence: number;
}

/** Only what is still open is kept: a counter may have given out millions. */
export interface Counter {
  /** The highest sequence given out; 0: none. */
  readonly last: number;
  /** Record → its number, of those not known to be settled. */
  readonly open: ReadonlyMap<string, Taken>;
}

export const NO_NUMBERS: Counter = { last: 0, open: new Map() };

export type NumberEvent = NumberTaken | NumberVoided;

export function evolveNumbers(state: Counter, { type, data }: NumberEvent): Counter {
  const open = new Map(state.open);
  switch (type) {
    case 'number.taken':
      open.set(data.record, { number: data.number, sequence: data.sequence });
      return { last: Math.max(state.last, data.sequence), open };
    case 'number.voided':
      if (open.get(data.record)?.sequence === data.sequence) open.delete(data.record);
      return { last: state.last, open };
  }
}

/** The record is there, with its number: nothing is open about it any more. */
export function settleNumber(state: Counter, record: string): Counter {
  const open = new Map(state.open);
  return open.delete(record) ? { last: state.last, open } : state;
}

/** The next number; [] where the record has one already. */
export function takeNumber(
  state: Counter,
  record: string,
  format: (sequence: number) => string,
): readonly Decided<NumberEvent>[] {
  if (state.open.has(record)) return [];
  const sequence = state.last + 1;
  return [{ type: 'number.taken', data: { number: format(sequence), sequence, record } }];
}

/** Explains why a number will not be found on any record. [] where it is explained already, or was never taken. */
export function voidNumber(state: Counter, record: string, why: string): readonly Decided<NumberEvent>[] {
  const taken = state.open.get(record);
  return taken ? [{ type: 'number.voided', data: { ...taken, record, why }, said: { reason: why } }] : [];
}
