import { describe, expect, it } from '@jest/globals';
import type { Metadata } from '#domain/event.js';
import { HIDDEN } from '#query-handling/visibility/visible-records.js';
import { redactData, redactRecordEvent, type EventRights } from '#query-handling/timeline/redact-event.js';

const metadata: Metadata = { actor: 'p', recordedAt: '', commandId: 'c', correlationId: 'k' };
const all: EventRights = {
  readable: true,
  title: true,
  everything: true,
  hidden: new Set(),
  visible: () => true,
  identity: false,
  operates: true,
  conditionHidden: () => false,
};
const butNote: EventRights = {
  readable: true,
  title: true,
  everything: false,
  hidden: new Set(['note']),
  visible: (field) => field !== 'note',
  identity: false,
  operates: true,
  conditionHidden: () => false,
};
const nothing: EventRights = {
  readable: false,
  title: false,
  everything: false,
  hidden: new Set(),
  visible: () => false,
  identity: false,
  operates: true,
  conditionHidden: () => false,
};

const opened = {
  entity: 'Thing',
  number: 'T-1',
  title: 'A',
  state: 'new',
  fields: { name: 'A', note: 'secret' },
};
const changed = { title: 'B', changes: { name: { from: 'A', to: 'B' }, note: { from: 1, to: 2 } } };
const redact = (type: string, data: unknown, rights: EventRights, about = metadata) =>
  redactRecordEvent(type, data, about, rights);

describe('an event without what its reader may not see', () => {
  it('is the same object where they may see everything', () => {
    expect(redact('record.opened', opened, all)).toEqual({
      data: opened,
      metadata,
      redacted: false,
      leftOut: [],
    });
    expect(redact('record.opened', opened, all).data).toBe(opened);
  });

  it('says that a field is there, and not what is in it, nor whether anything is', () => {
    const empty = { ...opened, fields: { name: 'A' } };
    for (const one of [opened, empty])
      expect(redact('record.opened', one, butNote)).toEqual({
        data: { ...opened, fields: { name: 'A', note: HIDDEN } },
        metadata,
        redacted: true,
        leftOut: [],
      });
  });

  it('does not say that a field which is not visible was called otherwise: only fields with a value are named', () => {
    const [name, note] = [{ to: 'label' }, { to: 'remark' }];
    for (const fields of [{ name, note }, { name }])
      expect(redact('record.migrated', { from: 1, to: 2, fields }, butNote)).toMatchObject({
        data: { from: 1, to: 2, fields: { name } },
        redacted: true,
      });
  });

  it('does not say whether a field was changed that is not visible', () => {
    const { note: _, ...others } = changed.changes;
    for (const one of [changed, { ...changed, changes: others }])
      expect(redact('record.changed', one, butNote)).toEqual({
        data: { title: 'B', changes: { name: { from: 'A', to: 'B' } } },
        metadata,
        redacted: true,
        leftOut: ['data.changes.note'],
      });
  });

  it('hides a title that would tell it', () => {
    const rights = { ...butNote, title: false };
    expect(redact('record.opened', opened, rights).data).toMatchObject({ title: HIDDEN });
    expect(redact('record.changed', changed, rights).data).not.toHaveProperty('title');
  });

  it('of a record they may not read tells only that it happened', () => {
    const about = {
      ...metadata,
      reason: 'because',
      source: { log: 'l', line: 3, attributes: { note: 'secret' } },
    };
    const told = [
      redact('record.opened', opened, nothing, about),
      redact('record.action-taken', { ...changed, action: 'age', from: 'new', to: 'old' }, nothing, about),
      redact('record.commented', { text: 'secret' }, nothing, about),
      redact('record.of-tomorrow', { note: 'secret' }, nothing, about),
    ];
    told.push(redact('record.assigned', { from: null, to: 'ada' }, nothing, about));
    expect(told.map(({ data, redacted }) => ({ data, redacted }))).toEqual(
      told.map(() => ({ data: HIDDEN, redacted: true })),
    );
    expect(told[0]!.metadata).toEqual({ ...metadata, source: { log: 'l', line: 3 } });
  });

  it('of claims tells neither the number of a record they may not read, nor a field they may not', () => {
    const number = { number: 'T-0007', sequence: 7, record: 'r' };
    expect(redactData('number.taken', number, nothing)).toBe(HIDDEN);
    expect(redactData('number.taken', number, butNote)).toBe(number);
    expect(redactData('value.claimed', { field: 'note', record: 'r' }, butNote)).toEqual({
      field: HIDDEN,
      record: 'r',
    });
    const name = { field: 'name', record: 'r' };
    expect(redactData('value.claimed', name, butNote)).toBe(name);
  });

  it('keeps what an imported log said besides from who does not see every field', () => {
    const said = { attributes: { note: 'secret' }, fingerprint: 'd', fingerprints: { note: 'e' } };
    const about = { ...metadata, source: { log: 'l', line: 3, ...said } };
    expect(redact('record.opened', opened, butNote, about).metadata.source).toEqual({ log: 'l', line: 3 });
    expect(redact('record.opened', opened, all, about).metadata.source).toEqual(about.source);
  });

  it('of a person shows no hash to anybody, and the sign-in name only to admins', () => {
    const data = { name: 'Ada', signInName: 'ada', signInDigest: 'd', lookDigest: 'l', demo: false };
    const to = (identity: boolean) => ({ ...all, everything: false, identity });
    expect(redactData('user.registered', data, to(true))).toEqual({
      ...data,
      signInDigest: HIDDEN,
      lookDigest: HIDDEN,
    });
    expect(redactData('user.registered', data, to(false))).toEqual({
      ...data,
      signInName: HIDDEN,
      signInDigest: HIDDEN,
      lookDigest: HIDDEN,
    });
    expect(redactData('user.password-set', { hash: '$argon2id$' }, to(true))).toEqual({ hash: HIDDEN });
    const role = { application: '-', role: 'admin' };
    expect(redactData('user.role-granted', role, to(false))).toBe(role);
  });
});
