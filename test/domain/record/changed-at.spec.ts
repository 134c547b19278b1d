import { describe, expect, it } from '@jest/globals';
import { toFoldableEvent, type DecidedEvent } from '#domain/event.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { evolveRecord, type OpenedRecord } from '#domain/record/record-state.js';
import { after, DRAFT, ID, NOW } from '../given.js';

const LATER = '2026-11-21T10:00:00.000Z';
const draft = after(DRAFT);

const then = (event: DecidedEvent<RecordEvent>) =>
  evolveRecord(draft, toFoldableEvent(event, 'bert', LATER)) as OpenedRecord;

const signature = { meaning: 'Erase', hash: 'h', version: 1, at: LATER, by: 'password' } as const;
const taken = { action: 'submit', from: 'draft', to: 'submitted', changes: {} };

describe('given the times of a record', () => {
  it('when it is opened, then that is its last change', () => {
    expect([draft.changedAt, draft.stateSince]).toEqual([NOW, NOW]);
  });

  it.each<DecidedEvent<RecordEvent>>([
    { type: 'record.changed', data: { changes: { title: { from: 'A saw', to: 'Two saws' } } } },
    { type: 'record.action-taken', data: taken },
    { type: 'record.assigned', data: { from: null, to: 'bert' } },
  ])('when it has $type, then it was last changed then', (event) => {
    expect(then(event).changedAt).toBe(LATER);
  });

  it.each<DecidedEvent<RecordEvent>>([
    { type: 'record.commented', data: { text: 'Hello' } },
    { type: 'record.call-requested', data: { call: 'order' } },
    {
      type: 'record.erasure-decided',
      data: { rule: { keep: 'P10Y', in: null }, from: NOW, due: LATER, signature },
    },
    { type: 'record.erased', data: { keyFingerprint: null } },
    { type: 'record.timers-set', data: { timers: { remind: { due: LATER, first: LATER, since: NOW } } } },
    { type: 'record.timer-fired', data: { timer: 'remind', due: LATER, outcome: 'acted' } },
  ])('when it has $type, then it was last changed before', (event) => {
    expect(then(event).changedAt).toBe(NOW);
  });

  it('when an action keeps its state, then the start of the state stays', () => {
    expect(then({ type: 'record.action-taken', data: taken }).stateSince).toBe(LATER);
    const stays = { ...taken, action: 'ping', to: 'draft' };
    expect(then({ type: 'record.action-taken', data: stays }).stateSince).toBe(NOW);
  });

  it('when its first event is no opening, then the error names the record', () => {
    const event = toFoldableEvent<RecordEvent>(
      { type: 'record.commented', data: { text: 'Hello' } },
      'bert',
      LATER,
    );
    expect(() => evolveRecord({ status: 'not opened', id: ID } as never, event)).toThrow(ID);
  });
});
