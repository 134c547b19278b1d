import { describe, expect, it } from '@jest/globals';
import { findEventType } from '#domain/event-types.js';
import type { EventVocabulary } from '#domain/event.js';
import { HIDDEN } from '#query-handling/visibility/visible-records.js';

const words: EventVocabulary = {
  person: (id) => `<${id}>`,
  role: (application, role) => `the role ${role} in ${application}`,
  action: (key) => `[${key}]`,
  done: (key) => (key === 'submit' ? 'submitted' : undefined),
  timer: (key) => key,
  state: (key) => `{${key}}`,
  call: (key) => (key === 'order' ? 'Order' : `“${key}”`),
  cause: (call) => (call === 'order' ? 'Ada approved' : undefined),
  constant: (key) => key.toLowerCase(),
  constantValue: (text) => text,
  day: (iso) => `day ${iso}`,
  duration: (iso) => `time ${iso}`,
};

const told = (type: string, data: object) => findEventType(type)?.describe?.(data as never, words);

const rule = { keep: 'P10Y', in: null };
const changed = { constant: 'VAT', key: 'DE', from: '2027-01-01', before: '19', text: '20' };

describe('the sentence about an event', () => {
  it.each<[string, object, string | { quoted: string } | { done: string } | { sentence: string }]>([
    ['record.action-taken', { action: 'pay' }, { quoted: '[pay]' }],
    ['record.action-taken', { action: 'submit' }, { done: 'submitted' }],
    ['record.approval-given', { action: 'pay' }, 'approved “[pay]”'],
    ['record.approval-refused', { action: 'pay' }, 'refused “[pay]”'],
    ['record.approval-taken-back', { action: 'pay' }, 'took back their decision on “[pay]”'],
    ['record.approvals-begun-again', { action: 'pay' }, 'restarted the approvals of “[pay]”'],
    ['record.assigned', { from: 'ada', to: 'bert' }, 'assigned it to <bert>'],
    ['record.assigned', { from: 'ada', to: null }, 'took it from <ada>'],
    ['record.assigned', { from: null, to: null }, 'assigned it to nobody'],
    ['record.call-requested', { call: 'order' }, { sentence: 'Order to be sent (because Ada approved)' }],
    ['record.call-requested', { call: 'note' }, { sentence: '“note” to be sent' }],
    [
      'record.erasure-decided',
      { rule, due: '2036-11-20T10:00:00.000Z' },
      'decided to erase the personal data (kept for time P10Y, due since day 2036-11-20)',
    ],
    ['record.erasure-decided', { rule }, 'decided to erase the personal data'],
    ['record.erasure-decided', { rule: {}, due: '2036' }, 'decided to erase the personal data'],
    ['record.erasure-decided', { rule: null, due: '2036' }, 'decided to erase the personal data'],
    ['record.erasure-decided', { rule: 'P10Y', due: '2036' }, 'decided to erase the personal data'],
    ['record.erasure-decided', {}, 'decided to erase the personal data'],
    ['record.migrated', { from: 1, to: 2 }, 'moved it to version 2 of the specification'],
    [
      'record.migrated',
      { from: 1, to: 2, state: { from: 'waiting', to: 'busy', renamed: false } },
      'moved it to version 2 of the specification; it came into “{busy}”',
    ],
    [
      'record.migrated',
      { from: 1, to: 2, state: { from: 'working', to: 'busy', renamed: true } },
      'moved it to version 2 of the specification; its state is called “{busy}” from then on',
    ],
    ['record.timer-fired', { timer: 'Remind', outcome: 'acted' }, { sentence: 'Remind, as scheduled' }],
    [
      'record.timer-fired',
      { timer: 'Remind', outcome: 'passed' },
      { sentence: 'Remind: not needed any more' },
    ],
    [
      'record.timer-fired',
      { timer: 'Remind', outcome: 'refused' },
      { sentence: 'Remind: not possible when it was due' },
    ],
    [
      'record.timer-fired',
      { timer: 'Remind', outcome: 'withheld' },
      { sentence: 'Remind skipped: it was already overdue when the history was imported' },
    ],
    ['record.timer-fired', { timer: 'Remind' }, { sentence: 'Remind, as scheduled' }],
    ['record.call-answered', { call: 'order', status: 200 }, { sentence: 'Order sent, receipt confirmed' }],
    [
      'record.call-answered',
      { call: 'note', kept: true, shownTo: ['ada'] },
      { sentence: '“note” shown to <ada>, not sent by mail' },
    ],
    ['record.call-answered', { call: 'note', kept: true }, { sentence: '“note” shown, not sent by mail' }],
    [
      'record.call-answered',
      { call: 'note', shownTo: ['ada', 'bert'] },
      { sentence: '“note” sent to <ada>, <bert>' },
    ],
    ['record.call-answered', { call: 'note', shownTo: HIDDEN }, { sentence: '“note” sent' }],
    [
      'record.call-answered',
      { call: 'note', rejected: 2 },
      { sentence: '“note” sent, but 2 addresses were refused' },
    ],
    [
      'record.call-failed',
      { call: 'order', why: 'no answer' },
      { sentence: 'Order could not be sent yet, and is tried again: no answer' },
    ],
    [
      'record.call-failed',
      { call: 'order', why: HIDDEN },
      { sentence: 'Order could not be sent yet, and is tried again' },
    ],
    ['record.call-given-up', { call: 'order', why: HIDDEN }, { sentence: 'Order not sent, given up' }],
    [
      'record.call-given-up',
      { call: 'order', why: 'no answer' },
      { sentence: 'Order not sent, given up: no answer' },
    ],
    ['record.call-withheld', { call: 'order', why: 'past' }, { sentence: 'Order not sent: past' }],
    ['record.call-retried', { call: 'order' }, 'had another try made: Order'],
    ['record.call-settled', { call: 'order', refused: null }, { sentence: 'Order: answer entered' }],
    [
      'record.call-settled',
      { call: 'order', refused: 'It is final.' },
      { sentence: 'Order: answer could not be entered: It is final.' },
    ],
    ['record.call-settled', { call: 'order', refused: HIDDEN }, { sentence: 'Order finished' }],
    ['record.call-closed', { call: 'order' }, 'closed without further action: Order'],
    ['number.taken', { number: 'PR-1' }, 'took the number PR-1'],
    ['number.voided', { number: 'PR-1' }, 'gave up the number PR-1'],
    ['specification.published', { version: 3 }, 'published version 3 of the specification'],
    [
      'specification.constants-changed',
      { changes: [changed, { ...changed, key: null, before: null }] },
      'changed vat (DE) from 19 to 20, from day 2027-01-01 on; vat from nothing to 20, from day 2027-01-01 on',
    ],
    ['specification.constants-changed', {}, 'changed constants'],
    ['specification.imported', { events: 1280 }, 'imported the application with 1,280 events'],
    ['specification.imported', {}, 'imported the application'],
    ['process.item-failed', { what: 'call order' }, 'could not do: call order'],
    ['process.item-retried', { process: 'outbox' }, 'had the process “outbox” try something again'],
    ['process.item-skipped', { what: 'call order' }, 'left out for good: call order'],
    ['projection.paused', { projection: 'timeline' }, 'paused the read model “timeline”'],
    ['projection.resumed', { projection: 'timeline' }, 'resumed the read model “timeline”'],
    ['projection.retried', { projection: 'records' }, 'had the read model “records” tried again'],
    [
      'projection.event-skipped',
      { projection: 'records', eventType: 'record.changed' },
      'left an event of type “record.changed” out of the read model “records”',
    ],
    [
      'projection.replay-accepted',
      { projection: 'records', differences: 3 },
      'accepted the rebuilt read model “records”, in which 3 documents differ',
    ],
    [
      'projection.replay-accepted',
      { projection: 'records', differences: 0, lacking: 57 },
      'accepted the rebuilt read model “records”, although the log lacks events that had been in it',
    ],
    [
      'projection.rolled-back',
      { projection: 'records', differences: 0 },
      'went back to what the read model “records” was before',
    ],
    [
      'projection.rolled-back',
      { projection: 'records', differences: 1 },
      'went back to what the read model “records” was before, in which 1 document differs',
    ],
    ['user.role-granted', { application: 'shop', role: 'boss' }, 'gave the role boss in shop'],
    ['user.role-revoked', { application: 'shop', role: 'boss' }, 'took away the role boss in shop'],
    [
      'user.deputy-named',
      { deputy: 'bert', from: '2026-12-01', until: '2026-12-24' },
      'named <bert> as deputy from day 2026-12-01 until day 2026-12-24',
    ],
  ])('when %s says %j, then that is told', (type, data, sentence) => {
    expect(told(type, data)).toEqual(sentence);
  });
});

describe('the owner of a stream', () => {
  it.each([
    ['number.taken', ' for '],
    ['number.voided', ' of '],
    ['value.claimed', ' for '],
    ['value.released', ' of '],
    ['user.registered', ': '],
    ['user.role-granted', ' to '],
    ['user.role-revoked', ' from '],
    ['user.deputy-named', ' for '],
    ['user.sessions-ended', ' of '],
    ['user.locked', ' of '],
    ['user.unlocked', ' of '],
    ['user.erasure-begun', ' of '],
    ['user.erased', ' of '],
    ['user.signed-in', undefined],
  ])('when %s is told, then it is joined to the sentence by “%s”', (type, words) => {
    expect(findEventType(type)?.connector).toBe(words);
  });
});
