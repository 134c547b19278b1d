import { digestVariant } from '#projections/read-models/records/trace-variant.js';
import { describe, expect, it } from '@jest/globals';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import type { RecordedEvent } from '#domain/event.js';
import { ADA, BEN, RECORD, opened, recorded, time } from '../../recorded-events.js';

const after = (...events: RecordedEvent[]) =>
  events.reduce<RecordDocument | undefined>(
    (document, event) => recordsProjection.apply(document, event, recordsProjection.targets(event)[0]!),
    undefined,
  );

const draft = recorded('record.opened', opened());

describe('the records projection', () => {
  it('opens a record with everything its list, board and page need', () => {
    expect(after(draft)).toEqual({
      id: RECORD,
      position: 1,
      application: 'purchasing',
      entity: 'Request',
      version: 1,
      number: 'PR-2026-0001',
      title: 'Éclairs',
      state: 'draft',
      stateSince: time(1),
      timesInStates: {},
      trace: expect.stringMatching(/^ >>draft@\d+$/),
      variant: digestVariant('>>draft'),
      fields: { title: 'Éclairs', amount: 1250 },
      sort: { title: 'eclairs', number: 'pr-000000002026-000000000001', 'title-field': 'eclairs' },
      openedBy: ADA,
      openedAt: time(1),
      changedBy: ADA,
      changedAt: time(1),
      assignee: null,
      comments: 0,
      calls: 0,
      specification: 1,
    });
  });

  it('takes a change of fields, leaves out what became empty, and sorts by what is there now', () => {
    const change = recorded(
      'record.changed',
      { changes: { amount: { from: 1250, to: null }, note: { from: null, to: 'Zürich' } } },
      { version: 2, metadata: { actor: BEN, specification: { key: 'purchasing', version: 2 } } },
    );
    expect(after(draft, change)).toMatchObject({
      version: 2,
      position: 2,
      title: 'Éclairs',
      fields: { title: 'Éclairs', note: 'Zürich' },
      sort: { title: 'eclairs', note: 'zurich' },
      changedBy: BEN,
      changedAt: time(2),
      openedBy: ADA,
      specification: 2,
    });
    const emptied = recorded(
      'record.changed',
      { changes: { note: { from: 'Zürich', to: null } } },
      { version: 3 },
    );
    expect(after(draft, change, emptied)?.sort).not.toHaveProperty('note');
    expect(after(draft, change, emptied)?.fields).toEqual({ title: 'Éclairs' });
  });

  it('takes a change of the title', () => {
    const change = recorded('record.changed', { title: 'Ölkanne', changes: {} }, { version: 2 });
    expect(after(draft, change)).toMatchObject({ title: 'Ölkanne', sort: { title: 'olkanne' } });
  });

  it('moves a record by an action, with the fields it asked for', () => {
    const action = recorded(
      'record.action-taken',
      {
        action: 'submit',
        from: 'draft',
        to: 'submitted',
        title: 'B',
        changes: { amount: { from: 1250, to: 7 } },
      },
      { version: 2, metadata: { actor: BEN } },
    );
    expect(after(draft, action)).toMatchObject({
      state: 'submitted',
      title: 'B',
      fields: { amount: 7 },
      changedBy: BEN,
      version: 2,
    });
  });

  it('says which states actions have led the record out of, each once', () => {
    const moves = [
      ['draft', 'submitted'],
      ['submitted', 'draft'],
      ['draft', 'submitted'],
    ] as const;
    const events = moves.map(([from, to], at) =>
      recorded('record.action-taken', { action: 'move', from, to, changes: {} }, { version: at + 2 }),
    );
    expect(after(draft)).not.toHaveProperty('left');
    expect(after(draft, ...events)).toMatchObject({ state: 'submitted', left: ['draft', 'submitted'] });
  });

  it('counts no decision about its erasure as a call', () => {
    const decided = recorded('record.erasure-decided', {}, { version: 2, position: 2 });
    expect(after(draft, decided)).toMatchObject({ calls: 0, version: 2, position: 2 });
  });

  it('counts the calls it asks for, which are no change', () => {
    const asked = (version: number) =>
      recorded('record.call-requested', { call: 'order' }, { version, metadata: { actor: BEN } });
    expect(after(draft, asked(2), asked(3))).toMatchObject({
      calls: 2,
      version: 3,
      position: 3,
      changedBy: ADA,
    });
  });

  it('counts a comment, which is no change', () => {
    const comment = recorded('record.commented', { text: 'why?' }, { version: 2, metadata: { actor: BEN } });
    expect(after(draft, comment)).toMatchObject({
      comments: 1,
      version: 2,
      position: 2,
      changedBy: ADA,
      changedAt: time(1),
    });
  });

  it('assigns a record, and nobody again', () => {
    const assigned = recorded('record.assigned', { from: null, to: BEN }, { version: 2 });
    const nobody = recorded('record.assigned', { from: BEN, to: null }, { version: 3 });
    expect(after(draft, assigned)).toMatchObject({ assignee: BEN, changedAt: time(2) });
    expect(after(draft, assigned, nobody)).toMatchObject({ assignee: null });
  });

  it('dates a back-dated fact by when it happened', () => {
    const imported = recorded('record.opened', opened(), {
      metadata: { effectiveAt: '2010-01-01T00:00:00.000Z' },
    });
    expect(after(imported)).toMatchObject({
      openedAt: '2010-01-01T00:00:00.000Z',
      changedAt: '2010-01-01T00:00:00.000Z',
    });
  });

  it('has nothing to sort by in a sealed value', () => {
    const sealed = { sealed: { person: ADA, box: 'box' } };
    const document = after(recorded('record.opened', opened({ number: null, fields: { iban: sealed } })));
    expect(document?.fields).toEqual({ iban: sealed });
    expect(document?.sort).toEqual({ title: 'eclairs', number: '' });
  });

  it('ignores what happens to a record that was never opened', () => {
    expect(after(recorded('record.commented', { text: 'x' }))).toBeUndefined();
  });

  it('handles events of record streams only', () => {
    expect(recordsProjection.targets(draft)).toEqual([{ collection: 'purchasing.Request', id: RECORD }]);
    expect(recordsProjection.targets(recorded('user.signed-in', {}, { stream: `user-${ADA}` }))).toEqual([]);
    expect(recordsProjection.targets(recorded('record.opened', {}, { stream: 'elsewhere' }))).toEqual([]);
  });

  it('says since when it is in its state, and when it was erased', () => {
    const taken = (version: number, from: string, to: string) =>
      recorded('record.action-taken', { action: 'act', from, to, changes: {} }, { version });
    const erased = recorded('record.erased', { keyFingerprint: null }, { version: 4 });
    const submitted = taken(2, 'draft', 'submitted');
    expect(after(draft, submitted)!.stateSince).toBe(submitted.metadata.recordedAt);
    expect(after(draft, submitted, taken(3, 'submitted', 'submitted'))!.stateSince).toBe(
      submitted.metadata.recordedAt,
    );
    expect(after(draft, erased)!.erasedAt).toBe(erased.metadata.recordedAt);
  });
});
