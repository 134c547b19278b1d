// A trace parses back, and contains a move's text only where it has the move.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  appendMove,
  formatMoveKey,
  MAX_MOVES,
  startTrace,
  parseTrace,
  renameInTrace,
  toTraceVariant,
  type MoveKey,
} from '#domain/record/lifecycle/trace.js';

const key = fc.constantFrom('a', 'ab', 'b', 'a-b', 'x1', 'bx1');
const move = fc.record({ from: key, action: fc.oneof(key, fc.constant('')), to: key });
const moves = fc.array(move, { maxLength: 12 });
const OPENED = '2026-03-01T08:00:00.000Z';
const at = (minutes: number) => new Date(Date.parse(OPENED) + minutes * 60_000).toISOString();
const traceOf = (all: readonly MoveKey[]) =>
  all.reduce((trace, each, index) => appendMove(trace, each, at(index + 1)), startTrace('a', OPENED));
const keysOf = (all: readonly MoveKey[]) => all.map(({ from, action, to }) => ({ from, action, to }));
const OPENING = { from: '', action: '', to: 'a' };

describe('the trace of a record', () => {
  it('holds every move in order, with its second', () => {
    fc.assert(
      fc.property(moves, (all) => {
        const { moves: read, further } = parseTrace(traceOf(all));
        expect(keysOf(read)).toEqual([OPENING, ...keysOf(all)]);
        expect(read.map((each) => each.at)).toEqual(read.map((_, index) => Date.parse(at(index)) / 1000));
        expect(further).toBe(0);
      }),
    );
  });

  it('contains the text of a move exactly when it has the move', () => {
    fc.assert(
      fc.property(moves, move, (all, sought) => {
        const has = all.some((each) => JSON.stringify(keysOf([each])) === JSON.stringify(keysOf([sought])));
        expect(traceOf(all).includes(formatMoveKey(sought))).toBe(has);
      }),
    );
  });

  it('is of the same variant as another exactly when both have the same moves, whenever they were made', () => {
    fc.assert(
      fc.property(moves, moves, (one, other) => {
        const later = other.reduce(
          (trace, each, index) => appendMove(trace, each, at(1000 + index)),
          startTrace('a', at(999)),
        );
        const isSame = JSON.stringify(keysOf(one)) === JSON.stringify(keysOf(other));
        expect(toTraceVariant(traceOf(one)) === toTraceVariant(later)).toBe(isSame);
      }),
    );
  });

  it('after a rename is the trace of the renamed moves', () => {
    const renames = { states: { a: 'b', b: 'c' }, actions: { ab: 'y' } };
    const state = (name: string) => (name === 'a' ? 'b' : name === 'b' ? 'c' : name);
    const renamed = ({ from, action, to }: MoveKey) => ({
      from: state(from),
      action: action === 'ab' ? 'y' : action,
      to: state(to),
    });
    fc.assert(
      fc.property(moves, (all) => {
        const read = parseTrace(renameInTrace(traceOf(all), renames)).moves;
        expect(keysOf(read)).toEqual([{ ...OPENING, to: 'b' }, ...all.map(renamed)]);
      }),
    );
  });

  it('counts the moves beyond its limit, and stays of the same length', () => {
    const loop = Array.from({ length: MAX_MOVES + 7 }, () => ({ from: 'a', action: 'b', to: 'a' }));
    const { moves: read, further } = parseTrace(traceOf(loop));
    expect([read.length, further]).toEqual([MAX_MOVES, 8]);
    expect(parseTrace(renameInTrace(traceOf(loop), { states: { a: 'z' } })).further).toBe(8);
  });
});
