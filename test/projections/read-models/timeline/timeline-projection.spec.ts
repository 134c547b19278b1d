import { describe, expect, it } from '@jest/globals';
import { timelineProjection } from '#projections/read-models/timeline/timeline-projection.js';
import { ADA, OTHER_RECORD, REQUEST, opened, recorded, time } from '../../recorded-events.js';

const { apply, targets } = timelineProjection;

const TARGET = { collection: 'events', id: '0000000000000042' };

const entry = (...event: Parameters<typeof recorded>) => apply(undefined, recorded(...event), TARGET)!;

describe('the timeline projection', () => {
  it('keeps every event as it is, with what it can be found by', () => {
    const event = recorded('record.opened', opened(), { version: 1, position: 42 });
    expect(targets(event)).toEqual([TARGET]);
    expect(apply(undefined, event, TARGET)).toEqual({
      id: '0000000000000042',
      position: 42,
      onBehalfOf: null,
      eventId: event.id,
      stream: event.stream,
      version: 1,
      type: 'record.opened',
      data: opened(),
      metadata: event.metadata,
      at: time(42),
      actor: ADA,
      application: 'purchasing',
      entity: 'Request',
      subject: REQUEST,
      action: null,
      fields: [{ name: 'title' }, { name: 'amount', value: 1250 }],
    });
  });

  it.each([
    ['record.changed', { changes: {} }],
    ['record.commented', { text: 'x' }],
    ['record.assigned', { from: null, to: ADA }],
  ])('finds %s by its record', (type, data) => {
    expect(entry(type, data)).toMatchObject({
      application: 'purchasing',
      entity: 'Request',
      subject: REQUEST,
      action: null,
    });
  });

  it('finds an action by its name', () => {
    expect(entry('record.action-taken', { action: 'submit', from: 'a', to: 'b', changes: {} }).action).toBe(
      'submit',
    );
  });

  it.each([
    'user.registered',
    'user.password-set',
    'user.role-granted',
    'user.role-revoked',
    'user.signed-in',
    'user.signed-out',
    'user.sign-in-failed',
    'user.erased',
  ])('finds %s by its person', (type) => {
    expect(entry(type, {}, { stream: `user-${ADA}` })).toMatchObject({
      application: null,
      entity: null,
      subject: `user-${ADA}`,
    });
  });

  it('finds a publication by its application', () => {
    const data = { key: 'purchasing', name: 'Purchases', version: 1, text: '' };
    expect(entry('specification.published', data, { stream: 'specification-purchasing' })).toMatchObject({
      application: 'purchasing',
      entity: null,
      subject: null,
    });
  });

  it.each([
    ['number.taken', 'purchasing.Request.number-PR-2026-'],
    ['number.voided', 'purchasing.Request.number-PR-2026-'],
    ['value.claimed', 'purchasing.Request.name.unique-ab12'],
    ['value.released', 'purchasing.Request.name.unique-ab12'],
  ])('finds %s by the record it was for', (type, stream) => {
    expect(entry(type, { record: OTHER_RECORD }, { stream })).toMatchObject({
      application: 'purchasing',
      entity: 'Request',
      subject: `purchasing.Request-${OTHER_RECORD}`,
    });
  });

  it('finds an event of a stream nobody knows', () => {
    expect(entry('odd', null, { stream: 'odd' })).toMatchObject({
      application: null,
      entity: null,
      subject: null,
      action: null,
    });
  });

  it('dates a back-dated fact by when it happened', () => {
    const imported = entry('record.opened', opened(), {
      metadata: { effectiveAt: '2010-01-01T00:00:00.000Z' },
    });
    expect(imported.at).toBe('2010-01-01T00:00:00.000Z');
    expect(imported.metadata.recordedAt).toBe(time(1));
  });

  it('never changes an entry', () => {
    const event = recorded('record.opened', opened());
    const written = apply(undefined, event, TARGET);
    expect(apply(written, event, TARGET)).toBe(written);
  });
});
