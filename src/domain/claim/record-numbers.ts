// An event explains every gap.
import type { DecidedEvent } from '../event.js';
import type { NumberTaken, NumberVoided } from './claim-events.js';

export interface IssuedNumber {
  readonly number: string;
  readonly sequence: number;
}

/** Holds only unconfirmed numbers, as a counter may issue millions. */
export interface NumberCounter {
  /** 0: none. */
  readonly last: number;
  readonly open: ReadonlyMap<string, IssuedNumber>;
}

export const EMPTY_COUNTER: NumberCounter = { last: 0, open: new Map() };

export type NumberEvent = NumberTaken | NumberVoided;

export interface CounterDraft extends NumberCounter {
  last: number;
  readonly open: Map<string, IssuedNumber>;
}

export const copyNumberCounter = ({ last, open }: NumberCounter): CounterDraft => ({
  last,
  open: new Map(open),
});

/** Mutates the draft, as copying it per event is slow. */
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
  const draft = copyNumberCounter(state);
  for (const event of events) applyNumberEvent(draft, event);
  return draft;
}

export function confirmNumbers(state: NumberCounter, records: Iterable<string>): NumberCounter {
  const draft = copyNumberCounter(state);
  for (const record of records) draft.open.delete(record);
  return draft;
}

export function takeNumber(
  state: NumberCounter,
  record: string,
  format: (sequence: number) => string,
): readonly DecidedEvent<NumberEvent>[] {
  if (state.open.has(record)) return [];
  const sequence = state.last + 1;
  return [{ type: 'number.taken', data: { number: format(sequence), sequence, record } }];
}

export function voidNumber(
  state: NumberCounter,
  record: string,
  why: string,
): readonly DecidedEvent<NumberEvent>[] {
  const taken = state.open.get(record);
  return taken ? [{ type: 'number.voided', data: { ...taken, record, why }, metadata: { reason: why } }] : [];
}
