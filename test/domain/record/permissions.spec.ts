// For one record, and as a condition for lists.
import { describe, expect, it } from '@jest/globals';
import {
  type Actor,
  findGrantLocation,
  canEditField,
  canRead,
  canReadField,
  deriveReadCondition,
  toActor,
} from '#domain/permissions.js';
import type { Entity, Expression, Grant } from '#specification/model/specification.js';
import { at, EXAMPLE, expression, REQUEST, SUPPLIER } from '../example-specification.js';
import { listOfferedActions } from '#domain/record/lifecycle/offered-actions.js';
import { ada, after, bert, decisionContext, DRAFT, fay, NOW, SYSTEM } from '../given.js';

const draft = after(DRAFT);
const own = { field: 'fields.requestedBy', is: '==', to: { user: 'id' } } as const;
const told = (condition: Expression['condition']): Expression<boolean> => ({
  ...expression('record.requestedBy == user.id', at(6, 71), () => true),
  condition,
});
const reading = (roles: Grant['roles']): Entity => ({
  ...REQUEST,
  permissions: { ...REQUEST.permissions, read: { roles, place: at(6, 70) } },
});

describe('the place of a permission', () => {
  it('is its own line, or that of all permissions if nobody has it', () => {
    const { permissions } = REQUEST;
    expect(findGrantLocation(REQUEST, permissions.open)).toEqual(permissions.open!.place);
    expect(findGrantLocation(REQUEST, undefined)).toEqual(permissions.place);
  });
});

describe('permission to read a record', () => {
  it('belongs to the granted roles where their condition holds', () => {
    const stranger = { ...ada, id: 'stranger' };
    const may = [ada, bert, fay, SYSTEM, stranger].map((user) => canRead(REQUEST, draft, user, NOW));
    expect(may).toEqual([true, true, true, true, false]);
  });

  it('belongs to everybody where none are declared', () => {
    const nobody = { ...ada, roles: [] };
    expect(canRead(SUPPLIER, draft, nobody, NOW)).toBe(true);
    expect(deriveReadCondition(SUPPLIER, nobody)).toBe(true);
    expect(canReadField(SUPPLIER, 'constructor', draft, nobody, NOW)).toBe(true);
  });

  it('is checked per restricted field', () => {
    const sees = [ada, fay].map((user) => canReadField(REQUEST, 'iban', draft, user, NOW));
    expect(sees).toEqual([false, true]);
    expect(canEditField(REQUEST, 'iban', draft, ada, NOW)).toBe(true);
    expect(canReadField(REQUEST, 'title', draft, ada, NOW)).toBe(true);
  });
});

describe('a record that a person reads as an auditor only', () => {
  const auditor = { ...ada, id: 'otto', roles: [], auditor: true };
  const why = (user: Actor, deputy?: Actor) =>
    new Set(
      listOfferedActions(decisionContext(user, deputy && { deputy }), draft).flatMap(({ reasons }) =>
        reasons.map(({ message }) => message),
      ),
    );

  it('is not called unreadable when an action is refused', () => {
    expect(why(auditor)).toEqual(new Set(['You may not change this: as an auditor you can only read it.']));
    expect(why(ada, auditor)).toEqual(why(auditor));
    expect(why({ ...auditor, auditor: false })).toEqual(new Set(['You may not see it.']));
  });
});

describe('the read condition of a list', () => {
  const entity = reading({ requester: told(own), budgetHolder: true });

  it('is all, none, a condition, or per record', () => {
    expect(deriveReadCondition(entity, ada)).toEqual(own);
    expect(deriveReadCondition(entity, bert)).toBe(true);
    expect(deriveReadCondition(entity, SYSTEM)).toBe(true);
    expect(deriveReadCondition(entity, { ...ada, roles: ['finance', 'constructor'] })).toBe(false);
    expect(deriveReadCondition(reading({ requester: told(undefined) }), ada)).toBe('per record');
  });

  it('combines the conditions of several roles', () => {
    const other = { field: 'state', is: '==', to: { value: 'approved' } } as const;
    const several = reading({ requester: told(own), finance: told(other) });
    expect(deriveReadCondition(several, fay)).toEqual({ any: [own, other] });
    expect(deriveReadCondition(reading({ requester: told(own), finance: told(undefined) }), fay)).toBe(
      'per record',
    );
  });
});

it('an actor holds the roles granted in the application and those of everybody', () => {
  const roles = { purchasing: ['finance'], other: ['budgetHolder'] };
  expect(toActor(EXAMPLE, { id: 'x', name: 'X', roles }).roles).toEqual(['finance', 'requester']);
  expect(toActor({ ...EXAMPLE, key: 'constructor' }, { id: 'x', name: 'X', roles }).roles).toEqual([
    'requester',
  ]);
});
