// A signature covers what was displayed, and identifies no personal values after an erasure.
import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { Actor } from '#domain/permissions.js';
import type { DigestFunctions, RecordDecisionContext } from '#domain/record/decision-context.js';
import { decideRecord } from '#domain/record/decide-record.js';
import { TakeAction } from '#domain/record/record-commands.js';
import type { OpenedRecord } from '#domain/record/record-state.js';
import { computeDisplayedRecordDigest } from '#domain/record/approvals/separation-of-duties.js';
import type { Action } from '#specification/model/specification.js';
import { REQUEST, template } from '../example-specification.js';
import {
  acting,
  ada,
  after,
  bert,
  codes,
  decision,
  decisionContext,
  fay,
  ID,
  LINES,
  opening,
} from '../given.js';

const IBAN = 'DE02 1203 0000 0000 2020 51';
const keyed = (value: unknown) =>
  createHash('sha256')
    .update(`key ${String(value)}`)
    .digest('hex');
/** Digests that show their input. */
const digests: DigestFunctions = { hash: (value) => JSON.stringify(value), keyed };

const signing = (more: Partial<Action> = {}): Partial<RecordDecisionContext> => {
  const actions = REQUEST.lifecycle.actions.map((one) =>
    one.key === 'approve'
      ? { ...one, sign: 'I approve this spending', by: ['budgetHolder', 'finance'], not: [], ...more }
      : one,
  );
  return { digests, version: 2, entity: { ...REQUEST, lifecycle: { ...REQUEST.lifecycle, actions } } };
};
const approving = signing();

const submitted = after(
  [ada, opening(ada, { title: 'A saw', lines: LINES, iban: IBAN })],
  [ada, acting(ada, 'submit')],
);

const withFields = (more: OpenedRecord['fields']): OpenedRecord => ({
  ...submitted,
  fields: { ...submitted.fields, ...more },
});

/** `iban` is hidden except from finance. */
const context = (user: Actor, more = approving) => ({
  ...decisionContext(user, more),
  digests,
  ...(user === fay ? {} : { hidden: new Set(['iban']) }),
});

function shown(user: Actor, record = submitted, more = approving): string {
  const { entity } = { ...context(user, more) };
  const approve = entity.lifecycle.actions.find(({ key }) => key === 'approve')!;
  return computeDisplayedRecordDigest(context(user, more), record, approve);
}

const approve = (user: Actor, more: Partial<Pick<TakeAction['data'], 'signing' | 'reason' | 'input'>> = {}) =>
  new TakeAction({
    application: 'purchasing',
    entity: 'Request',
    id: ID,
    action: 'approve',
    baseVersion: 2,
    input: {},
    context: { actor: user.id, commandId: 'c1' },
    ...more,
  });

const signed = (user: Actor, record = submitted, more = approving) => ({
  by: 'password' as const,
  shown: shown(user, record, more),
});

/** As its digest shows. */
function signatureOf(
  user: Actor,
  given: Partial<Pick<TakeAction['data'], 'reason' | 'input'>> = {},
  more = approving,
) {
  const command = approve(user, { signing: signed(user, submitted, more), ...given });
  const [event] = decideRecord(submitted, command, decisionContext(user, more));
  if (event?.type !== 'record.action-taken') throw new Error('it was not taken');
  return event.data.signature!;
}

describe('given an action that is signed', () => {
  it('when it is signed as shown, then the event holds meaning, version and time', () => {
    const { hash, ...rest } = signatureOf(fay);
    expect(rest).toEqual({
      meaning: 'I approve this spending',
      version: 2,
      at: '2026-11-20T10:00:00.000Z',
      by: 'password',
    });
    expect(JSON.parse(hash)).toMatchObject({
      application: 'purchasing',
      entity: 'Request',
      id: ID,
      number: 'PR-2026-0001',
      title: 'PR-2026-0001 A saw',
      state: 'submitted',
      action: 'approve',
      meaning: 'I approve this spending',
      version: 2,
      reason: null,
      filledIn: {},
      by: 'fay',
      for: null,
      at: '2026-11-20T10:00:00.000Z',
    });
  });

  it('when the signature is missing or signing is not possible, then it is refused', () => {
    expect(codes(decision(submitted, approve(fay), fay, approving))).toEqual(['SIGNATURE_NEEDED']);
    const { digests: _, ...without } = approving;
    const unable = decision(submitted, approve(fay, { signing: signed(fay) }), fay, without);
    expect(codes(unable)).toEqual(['SIGNATURE_NEEDED']);
  });

  it.each([
    ['a value', withFields({ title: 'Two saws' })],
    ['a personal value', withFields({ iban: 'DE02 5001 0517 0137 0750 30' })],
    ['its title', { ...submitted, title: 'PR-2026-0001 Two saws' }],
    ['its number', { ...submitted, number: 'PR-2026-0002' }],
  ])('when %s is not what was shown, then they are asked to look again', (_, before) => {
    const command = approve(fay, { signing: signed(fay, before) });
    expect(codes(decision(submitted, command, fay, approving))).toEqual(['SIGNATURE_OUTDATED']);
  });

  it('when another meaning was shown, then it is refused as outdated', () => {
    const before = signed(fay, submitted, signing({ sign: 'I have seen it' }));
    const outcome = decision(submitted, approve(fay, { signing: before }), fay, approving);
    expect(codes(outcome)).toEqual(['SIGNATURE_OUTDATED']);
  });

  it('when a program sends only the version, then it is taken', () => {
    const outcome = decision(submitted, approve(fay, { signing: { by: 'password' } }), fay, approving);
    expect(codes(outcome)).toEqual([]);
  });

  it('when a hidden field has changed, then the digest stays the same', () => {
    const other = withFields({ iban: 'DE02 5001 0517 0137 0750 30' });
    expect(shown(bert, other)).toBe(shown(bert));
    expect(shown(bert)).not.toContain(keyed(IBAN));
    expect(shown(fay, other)).not.toBe(shown(fay));
  });

  it('when the title reveals a hidden field, then it is not part of the digest', () => {
    const telling: typeof approving = {
      ...approving,
      entity: { ...approving.entity!, recordTitle: template('{record.iban}') },
    };
    expect(JSON.parse(shown(bert, submitted, telling))).not.toHaveProperty('title');
    expect(JSON.parse(shown(fay, submitted, telling))).toHaveProperty('title');
  });
});

describe('personal values in a signature', () => {
  it('when they are shown, then only their keyed digest is signed', () => {
    expect(shown(fay)).not.toContain(IBAN);
    expect(JSON.parse(shown(fay)).fields).toMatchObject({ iban: { keyed: keyed(IBAN) }, title: 'A saw' });
  });

  it('when they are among the answers, then only their keyed digest is signed', () => {
    const asking = signing({ ask: ['visitor', 'department'] });
    const { hash } = signatureOf(fay, { input: { visitor: 'Grace Hopper', department: 'Sales' } }, asking);
    expect(hash).not.toContain('Grace Hopper');
    expect(JSON.parse(hash).filledIn).toEqual({
      visitor: { keyed: keyed('Grace Hopper') },
      department: 'Sales',
    });
  });
});

describe('a signature', () => {
  it('when a deputy gives it, then it names deputy and principal', () => {
    const round = { of: [], inTurn: false, refusal: 'one' as const, place: REQUEST.place };
    const standingIn = { ...signing({ approvals: round }), deputy: bert };
    const command = approve(bert, { signing: { by: 'password' } });
    const [event] = decideRecord(submitted, command, decisionContext(fay, standingIn));
    const { signature } = event!.data as { signature: { hash: string } };
    expect(JSON.parse(signature.hash)).toMatchObject({ by: 'bert', for: 'fay' });
  });

  it('when a reason is given with it, then the reason is signed', () => {
    expect(JSON.parse(signatureOf(fay, { reason: 'Needed soon.' }).hash).reason).toBe('Needed soon.');
  });
});
