import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decideCall } from '#domain/call/decide-call.js';
import {
  GiveUpCall,
  RecordCallOutcome,
  RetryCall,
  type CallCommand,
  type CallOutcomeEvent,
} from '#domain/call/call-commands.js';
import {
  evolveCall,
  INITIAL_CALL,
  type CallEvent,
  type CallGivenUp,
  type CallProgress,
} from '#domain/call/call-events.js';
import { Refused } from '#domain/refusal.js';

const on = {
  application: 'shop',
  entity: 'Order',
  record: 'r',
  id: 'c',
  call: 'order',
  context: { actor: 'ada', commandId: 'one' },
};
type Follows = Pick<CallGivenUp['data'], 'set' | 'action' | 'error'>;
const NOTHING: Follows = { set: null, action: null, error: null };
const FOLLOWS: Follows = { ...NOTHING, action: 'ship' };

const answered = (attempt: number, follows = NOTHING): CallOutcomeEvent => ({
  type: 'record.call-answered',
  data: { ...follows, attempt, status: 200, sent: {}, answer: null },
});
const failed = (attempt: number): CallOutcomeEvent => ({
  type: 'record.call-failed',
  data: { attempt, why: 'x', again: '2026-01-01T00:00:00.000Z' },
});
const givenUp = (attempt: number, follows = NOTHING): CallOutcomeEvent => ({
  type: 'record.call-given-up',
  data: { ...follows, attempt, why: 'x' },
});
const settled = (refused: string | null): CallOutcomeEvent => ({
  type: 'record.call-settled',
  data: { refused },
});
const withheld: CallOutcomeEvent = { type: 'record.call-withheld', data: { why: 'x' } };
const note = (each: CallOutcomeEvent) => new RecordCallOutcome({ ...on, note: each, owners: [] });
const retry = new RetryCall(on);
const giveUp = (reason = 'because') => new GiveUpCall({ ...on, reason });

const given = (...commands: readonly CallCommand[]) => {
  let state: CallProgress = INITIAL_CALL;
  const events: CallEvent[] = [];
  for (const command of commands)
    for (const event of decideCall(state, command, NOTHING)) {
      events.push(event);
      state = evolveCall(state, event);
    }
  return { state, types: events.map(({ type }) => type.replace('record.call-', '')) };
};

describe('a call', () => {
  it('is retried until it is answered once', () => {
    const { state, types } = given(
      note(failed(1)),
      note(failed(1)),
      note(answered(2)),
      note(answered(2)),
      note(failed(3)),
    );
    expect(types).toEqual(['failed', 'answered']);
    expect(state).toEqual({ status: 'done', attempts: 2, tries: 2 });
  });

  it('is finished when its consequences are applied, and waits for an administrator if they are refused', () => {
    expect(given(note(answered(1, FOLLOWS))).state.status).toBe('answered');
    expect(given(note(answered(1, FOLLOWS)), note(settled(null))).state.status).toBe('done');
    const refused = [note(answered(1, FOLLOWS)), note(settled('final'))];
    expect(given(...refused).state.status).toBe('refused');
    expect(given(...refused, retry).state.status).toBe('answered');
    expect(given(...refused, giveUp()).types).toEqual(['answered', 'settled', 'closed']);
  });

  it('that was given up can be retried, with a new count of attempts', () => {
    const { state } = given(note(failed(1)), note(givenUp(2)), retry, note(failed(3)));
    expect(state).toEqual({ status: 'waiting', attempts: 3, tries: 1 });
  });

  it('that was given up while being sent records its answer without consequences', () => {
    const late = given(giveUp(), note(answered(1, FOLLOWS)));
    expect([late.types, late.state.status]).toEqual([['given-up', 'answered'], 'done']);
  });

  it('is given up only with a reason, and not when finished', () => {
    expect(() => given(giveUp(' '))).toThrow(Refused);
    expect(() => given(note(answered(1)), giveUp())).toThrow(Refused);
    expect(() => given(note(answered(1)), retry)).toThrow(Refused);
    expect(() => given(note(answered(1, FOLLOWS)), retry)).toThrow(Refused);
  });

  it('that is withheld is not sent before a retry', () => {
    expect(given(note(withheld), note(answered(1))).types).toEqual(['withheld']);
    expect(given(note(withheld), retry, note(answered(1))).types).toEqual([
      'withheld',
      'retried',
      'answered',
    ]);
  });

  it('is answered at most once between two retries, in any order of commands (property)', () => {
    const attempt = fc.integer({ min: 1, max: 6 });
    const any = fc.oneof(
      ...[answered, failed, givenUp].map((make) => attempt.map((n) => note(make(n)))),
      attempt.map((n) => note(answered(n, FOLLOWS))),
      attempt.map((n) => note(givenUp(n, FOLLOWS))),
      fc.constantFrom(note(settled(null)), note(settled('x')), note(withheld), retry, giveUp()),
    );
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), (commands) => {
        let state: CallProgress = INITIAL_CALL;
        let [answers, before] = [0, 0];
        for (const command of commands) {
          const wasDone = state.status === 'done';
          let events: readonly CallEvent[] = [];
          try {
            events = decideCall(state, command, NOTHING);
          } catch (error) {
            expect(error).toBeInstanceOf(Refused);
          }
          if (wasDone) expect(events).toEqual([]);
          for (const event of events) {
            if (event.type === 'record.call-answered') answers += 1;
            state = evolveCall(state, event);
            expect(state.attempts).toBeGreaterThanOrEqual(before);
            before = state.attempts;
          }
        }
        expect(answers).toBeLessThanOrEqual(1);
      }),
    );
  });
});
