// Times add up to the record's age, live and rebuilt.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FoldableEvent, RecordedEvent } from '#domain/event.js';
import { evolveRecord, createUnopenedRecord, type RecordState } from '#domain/record/record-state.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { parseTrace } from '#domain/record/lifecycle/trace.js';
import { computeTimeInState, type TimesInStates } from '#domain/record/lifecycle/times-in-states.js';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { ADA, RECORD, opened, recorded } from '../../recorded-events.js';

const START = Date.UTC(2026, 0, 5, 10);
const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();
const fold = (events: readonly RecordedEvent[], from?: RecordDocument) =>
  events.reduce<RecordDocument | undefined>(
    (document, event) => recordsProjection.apply(document, event, recordsProjection.targets(event)[0]!),
    from,
  )!;

type Step =
  | { readonly kind: 'act' | 'move'; readonly to: string; readonly wait: number }
  | { readonly kind: 'rename' | 'comment'; readonly to: string; readonly wait: number };

const STATES = ['draft', 'submitted', 'approved', 'paid'];
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('act', 'act', 'act', 'move', 'rename', 'comment'),
  to: fc.constantFrom(...STATES),
  wait: fc.integer({ min: 0, max: 40 * 86_400_000 }),
});
const history = fc.record({ steps: fc.array(step, { maxLength: 25 }), isImported: fc.boolean() });

/** In sequence; imported events are recorded later than they happened. */
function eventsOf({ steps, isImported }: { steps: readonly Step[]; isImported: boolean }) {
  let [now, state] = [0, 'draft'];
  const event = (type: string, data: unknown, version: number) =>
    recorded(type, data, {
      version,
      position: version,
      metadata: isImported
        ? { effectiveAt: at(now), recordedAt: at(1_000 * 86_400_000) }
        : { recordedAt: at(now) },
    });
  const events = [event('record.opened', opened(), 1)];
  for (const [index, { kind, to, wait }] of steps.entries()) {
    now += wait;
    const data = dataOf(kind, state, to);
    if (kind !== 'comment') state = to;
    events.push(event(TYPES[kind], data, index + 2));
  }
  return { events, end: at(now + 3_600_000), age: now + 3_600_000 };
}

const TYPES = {
  act: 'record.action-taken',
  move: 'record.migrated',
  rename: 'record.migrated',
  comment: 'record.commented',
} as const;

function dataOf(kind: Step['kind'], from: string, to: string): unknown {
  if (kind === 'act') return { action: 'act', from, to, changes: {} };
  if (kind === 'comment') return { text: 'x' };
  const versions = { from: 1, to: 2 };
  if (kind === 'move' || from === to) return { ...versions, state: { from, to, renamed: false } };
  return { ...versions, state: { from, to, renamed: true }, states: { [from]: to } };
}

/** A rename to the same name is a move to the same state: see `dataOf`. */
function countSame(steps: readonly Step[]): number {
  let [state, count] = ['draft', 0];
  for (const { kind, to } of steps) {
    if (kind === 'rename' && to === state) count += 1;
    if (kind !== 'comment') state = to;
  }
  return count;
}

const total = (document: RecordDocument, now: string): number =>
  [...new Set([...Object.keys(document.timesInStates), document.state])].reduce(
    (sum, state) => sum + computeTimeInState(document, state, now)!,
    0,
  );

describe('the time that a record has been in its states', () => {
  it('adds up to its age, also of imported cases and under new names of states', () => {
    fc.assert(
      fc.property(history, (given) => {
        const { events, end, age } = eventsOf(given);
        expect(total(fold(events), end)).toBe(age);
      }),
    );
  });

  it('is the same after a rebuild as after folding each event as it came', () => {
    fc.assert(
      fc.property(history, fc.nat(), (given, cut) => {
        const { events } = eventsOf(given);
        const middle = 1 + (cut % events.length);
        const stored = JSON.parse(JSON.stringify(fold(events.slice(0, middle)))) as RecordDocument;
        const live = fold(events.slice(middle), stored);
        expect(live.timesInStates).toEqual(fold(events).timesInStates);
        expect(live.stateSince).toBe(fold(events).stateSince);
      }),
    );
  });

  it('goes with a trace of its moves, which ends in its state', () => {
    fc.assert(
      fc.property(history, (given) => {
        const { state, trace } = fold(eventsOf(given).events);
        const { moves } = parseTrace(trace!);
        expect(moves).toHaveLength(
          1 +
            given.steps.filter(({ kind }) => kind === 'act' || kind === 'move').length +
            countSame(given.steps),
        );
        expect(moves.at(-1)!.to).toBe(state);
        moves.slice(1).forEach(({ from }, index) => expect(from).toBe(moves[index]!.to));
      }),
    );
  });

  it('begins when decisions take the record to be in its state', () => {
    fc.assert(
      fc.property(history, (given) => {
        const { events } = eventsOf(given);
        const state = (events as FoldableEvent<RecordEvent>[]).reduce<RecordState>(
          evolveRecord,
          createUnopenedRecord(RECORD),
        );
        const { stateSince, state: current } = fold(events);
        expect(state).toMatchObject({ stateSince, state: current });
      }),
    );
  });

  it('is never negative, whatever order moments are claimed in', () => {
    const moments = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 10 });
    fc.assert(
      fc.property(moments, (offsets) => {
        const events = offsets.map((offset, index) =>
          recorded(
            'record.action-taken',
            { action: 'act', from: STATES[index % 4], to: STATES[(index + 1) % 4], changes: {} },
            { version: index + 2, metadata: { recordedAt: at(offset) } },
          ),
        );
        const document = fold([recorded('record.opened', opened(), { version: 1 }), ...events]);
        expect(Object.values(document.timesInStates).every((time) => time >= 0)).toBe(true);
      }),
    );
  });

  it('is none for a state it never was in, whatever that is called', () => {
    const { events, end } = eventsOf({ steps: [], isImported: false });
    const document: { readonly timesInStates: TimesInStates } & RecordDocument = fold(events);
    expect(computeTimeInState(document, 'paid', end)).toBeUndefined();
    expect(computeTimeInState(document, 'toString', end)).toBeUndefined();
    expect(computeTimeInState(document, 'draft', end)).toBe(3_600_000);
    expect(document.openedBy).toBe(ADA);
  });
});
