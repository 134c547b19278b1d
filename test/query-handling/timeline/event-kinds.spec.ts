import { describe, expect, it } from '@jest/globals';
import { eventTypes } from '#domain/event-types.js';
import {
  EVENT_KINDS,
  HIDDEN_BY_DEFAULT,
  isEventKind,
  listTypesOfKind,
  toEventKind,
} from '#query-handling/timeline/event-kinds.js';

describe('kinds of events', () => {
  it('hold every type exactly once', () => {
    const all = EVENT_KINDS.flatMap(listTypesOfKind);
    expect(all.toSorted()).toEqual(Object.keys(eventTypes).toSorted());
    expect(EVENT_KINDS.filter((kind) => listTypesOfKind(kind).length === 0)).toEqual([]);
  });

  it.each([
    ['record.action-taken', 'decisions'],
    ['record.approval-refused', 'decisions'],
    ['record.opened', 'changes'],
    ['record.commented', 'comments'],
    ['record.erased', 'erasures'],
    ['user.erasure-begun', 'erasures'],
    ['record.call-failed', 'calls'],
    ['record.timer-fired', 'calls'],
    ['user.role-granted', 'people'],
    ['user.signed-in', 'sign-ins'],
    ['specification.constants-changed', 'specifications'],
    ['number.taken', 'internal'],
    ['of.another-version', 'internal'],
  ] as const)('take %s for %s', (type, kind) => {
    expect(toEventKind(type)).toBe(kind);
  });

  it('hide sign-ins and internal events by default', () => {
    expect(HIDDEN_BY_DEFAULT).toEqual(expect.arrayContaining(['user.signed-in', 'number.taken']));
    expect(HIDDEN_BY_DEFAULT).not.toContain('record.opened');
  });

  it('differ from names of types', () => {
    expect(EVENT_KINDS.some((kind) => kind.includes('.'))).toBe(false);
    expect(isEventKind('record.opened')).toBe(false);
  });
});
