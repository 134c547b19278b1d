import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FoldableEvent, RecordedEvent } from '#domain/event.js';
import type { UserEvent } from '#domain/user/user-events.js';
import { peopleProjection } from '#projections/read-models/people/people-projection.js';
import { isSessionEnded } from '#domain/user/ended-sessions.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { BEN, opened, recorded, time } from '../../recorded-events.js';
import { foldUser } from '#command-handling/pipeline/acting-person.js';

const sealed = (box: string) => ({ sealed: { person: BEN, box } });
const of = (version: number, type: string, data: unknown) =>
  recorded(`user.${type}`, data, { stream: `user-${BEN}`, version });
const after = (...events: RecordedEvent[]) =>
  events.reduce<PersonDocument | undefined>(
    (document, event) => peopleProjection.apply(document, event, peopleProjection.targets(event)[0]!),
    undefined,
  );

const registered = of(1, 'registered', {
  name: sealed('name'),
  signInName: sealed('sign-in'),
  signInDigest: 'digest',
  demo: true,
});
const password = of(2, 'password-set', { hash: sealed('hash') });
const granted = of(3, 'role-granted', { application: 'purchasing', role: 'finance' });

describe('the people projection', () => {
  it('registers a person, names still sealed', () => {
    expect(after(registered)).toEqual({
      id: BEN,
      position: 1,
      version: 1,
      name: sealed('name'),
      signInName: sealed('sign-in'),
      signInDigest: 'digest',
      passwordHash: null,
      demo: true,
      fromLog: false,
      roles: {},
      notices: {},
      registeredAt: time(1),
      lastSignInAt: null,
      erasedAt: null,
      lockedAt: null,
      endedSessions: [],
      endedUpTo: 0,
      kept: null,
      sessions: [],
      passwordByAnother: false,
    });
    expect(after(of(1, 'registered', { name: 'known from a log', demo: false }))).toMatchObject({
      signInName: null,
      signInDigest: null,
    });
  });

  it('ends every session of a locked account, and knows since when it is locked, until it is unlocked', () => {
    const locked = after(registered, of(2, 'signed-in', { by: 'password' }), of(3, 'locked', {}));
    expect(locked).toMatchObject({ lockedAt: time(3), endedUpTo: 3, sessions: [] });
    const unlocked = after(registered, of(2, 'locked', {}), of(3, 'unlocked', {}));
    expect(unlocked).toMatchObject({ lockedAt: null, endedUpTo: 2 });
  });

  it('sets the password', () => {
    expect(after(registered, password)).toMatchObject({
      passwordHash: sealed('hash'),
      version: 2,
      position: 2,
    });
  });

  it('forgets the old password with a link, and knows who chose a password', () => {
    const link = of(3, 'link-issued', { digest: 'd', until: time(99) });
    expect(after(registered, password, link)).toMatchObject({ passwordHash: null });
    expect(after(registered, password)?.passwordByAnother).toBe(true);
    const own = { ...password, metadata: { ...password.metadata, actor: BEN } };
    expect(after(registered, own)?.passwordByAnother).toBe(false);
    const first = { ...password, metadata: { ...password.metadata, actor: 'system' } };
    expect(after(registered, first)?.passwordByAnother).toBe(false);
  });

  it('grants roles, each once and in order, and revokes them', () => {
    const again = of(4, 'role-granted', { application: 'purchasing', role: 'finance' });
    const other = of(5, 'role-granted', { application: 'purchasing', role: 'auditor' });
    const admin = of(6, 'role-granted', { application: '-', role: 'admin' });
    expect(after(registered, granted, again, other, admin)?.roles).toEqual({
      '-': ['admin'],
      purchasing: ['auditor', 'finance'],
    });
    const revoked = of(7, 'role-revoked', { application: 'purchasing', role: 'finance' });
    expect(after(registered, granted, revoked)?.roles).toEqual({});
    expect(after(registered, granted, other, revoked)?.roles).toEqual({ purchasing: ['auditor'] });
    expect(after(registered, revoked)?.roles).toEqual({});
  });

  it('notes when somebody signed in', () => {
    expect(after(registered, of(2, 'signed-in', { by: 'password' }))).toMatchObject({
      lastSignInAt: time(2),
    });
  });

  describe('of sessions', () => {
    const signedOut = (session: number) => of(session + 1, 'signed-out', { session });
    const over = (person: PersonDocument | undefined, ...begun: number[]) =>
      begun.map((each) => isSessionEnded(person!, each));

    it('knows which were signed out of, once', () => {
      const person = after(registered, signedOut(5), signedOut(3), signedOut(5));
      expect(person?.endedSessions).toEqual([3, 5]);
      expect(over(person, 3, 4, 5, 6)).toEqual([true, false, true, false]);
    });

    it('counts all that began earlier as over, rather than keep a list without end', () => {
      const many = Array.from({ length: 150 }, (_, n) => signedOut(10 + 2 * n));
      const person = after(registered, ...many);
      expect(person?.endedSessions).toHaveLength(100);
      for (let n = 0; n < 150; n++) expect(over(person, 10 + 2 * n)).toEqual([true]);
      expect(over(person, 11, 309, 310)).toEqual([true, false, false]);
    });

    it('lists those that go on, with where they began; programs have none', () => {
      const from = { browser: sealed('firefox'), from: sealed('network') };
      const begun = [2, 3, 4].map((version) => of(version, 'signed-in', { by: 'password', ...from }));
      const person = after(registered, ...begun, of(5, 'signed-in', { by: 'program' }), signedOut(3));
      expect(person?.sessions).toEqual([
        { begun: 2, at: time(2), by: 'password', ...from },
        { begun: 4, at: time(4), by: 'password', ...from },
      ]);
    });

    it.each([
      ['all but one', of(9, 'sessions-ended', { except: 3 }), [true, false, true]],
      ['all', of(9, 'sessions-ended', { except: null }), [true, true, true]],
      ['all by a new password', of(9, 'password-set', { hash: sealed('new') }), [true, true, true]],
      ['all by a link', of(9, 'link-issued', { digest: 'd', until: time(99) }), [true, true, true]],
    ])('ends %s', (_what, event, ended) => {
      const begun = [2, 3, 4].map((version) => of(version, 'signed-in', { by: 'password' }));
      const person = after(registered, password, ...begun, event);
      expect(over(person, 2, 3, 4)).toEqual(ended);
      expect(over(person, 10)).toEqual([false]);
      expect(person?.sessions.map((each) => each.begun)).toEqual(ended[1] ? [] : [3]);
      const later = after(registered, password, ...begun, event, of(10, 'signed-out', { session: 3 }));
      expect(over(later, 2, 3, 4)).toEqual([true, true, true]);
    });

    it('says of every session what deciding says, whatever has happened', () => {
      const version = fc.integer({ min: 1, max: 40 });
      const event = fc.oneof(
        fc.record({ type: fc.constant('signed-in'), data: fc.constant({ by: 'password' }) }),
        fc.record({ type: fc.constant('signed-out'), data: fc.record({ session: version }) }),
        fc.record({ type: fc.constant('sessions-ended'), data: fc.record({ except: fc.option(version) }) }),
        fc.record({ type: fc.constant('signing-failed'), data: fc.constant({ session: 2, by: 'password' }) }),
        fc.record({ type: fc.constant('password-set'), data: fc.constant({ hash: 'h' }) }),
        fc.record({ type: fc.constant('link-issued'), data: fc.constant({ digest: 'd', until: time(99) }) }),
      );
      fc.assert(
        fc.property(fc.array(event, { maxLength: 30 }), (happened) => {
          const events = happened.map(({ type, data }, n) => of(n + 2, type, data));
          const person = after(registered, ...events)!;
          const state = foldUser([registered, ...events] as unknown as readonly FoldableEvent<UserEvent>[]);
          if (state.status !== 'registered') throw new Error(state.status);
          for (let begun = 1; begun <= 40; begun += 1)
            expect(isSessionEnded(state.over, begun)).toBe(isSessionEnded(person, begun));
        }),
      );
    });

    it('and of wrong passwords, changes nothing else', () => {
      const { version: _v, position: _p, ...before } = after(registered)!;
      expect(after(registered, of(2, 'sign-in-failed', { by: 'password' }))).toMatchObject(before);
    });
  });

  it('erases a person', () => {
    const erased = of(4, 'erased', { person: BEN, keyFingerprint: 'f' });
    expect(after(registered, password, granted, erased)).toMatchObject({
      name: { erased: true },
      signInName: { erased: true },
      passwordHash: { erased: true },
      signInDigest: null,
      roles: {},
      erasedAt: time(4),
    });
    expect(JSON.stringify(after(registered, password, granted, erased))).not.toContain('sealed');
  });

  it('ignores what happens to somebody who was never registered', () => {
    expect(after(of(1, 'erased', { person: BEN, keyFingerprint: null }))).toBeUndefined();
  });

  it('handles events of people only', () => {
    expect(peopleProjection.targets(registered)).toEqual([{ collection: 'people', id: BEN }]);
    expect(peopleProjection.targets(recorded('record.opened', opened()))).toEqual([]);
  });
});
