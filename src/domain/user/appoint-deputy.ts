import { createPhrase } from '#specification/refusal-words/phrases.js';
import { Temporal } from 'temporal-polyfill';
import { APPLICATION_KEY_PATTERN, NAME_PATTERN } from '#specification/document/key-grammar.js';
import { SYSTEM, type DelegatedRoles } from '../permissions.js';
import { createBuiltInReason, createInvalidEntryRefusal } from '../create-reason.js';
import { Refused, type Reason } from '../refusal.js';
import type { Delegation } from './user-events.js';
import {
  requireRegistered,
  requireUnlockedIfOwn,
  createBuiltInRefusal,
  throwRefusalIfAny,
  type UserCommandPayload,
  type NewUserEvents,
  type UserDecisionContext,
} from './user-decision-context.js';
import type { UserState } from './user-state.js';

const MAX_DAYS = 366;
const MAX_DEPUTIES = 20;

export function appointDeputy(
  state: UserState,
  data: UserCommandPayload<'NameDeputy'>,
  context: UserDecisionContext,
): NewUserEvents {
  const { id, deputation, deputy, application, role, from, until } = data;
  const { operator } = context;
  if (operator.id !== id && operator.id !== SYSTEM.id)
    throw new Refused([
      createBuiltInReason('NOT_PERMITTED', {
        with: { what: createPhrase('to.name-deputy'), who: createPhrase('who.the-person') },
      }),
    ]);
  const { deputies } = requireUnlockedIfOwn(state, id, context);
  if (deputies.some((each) => each.deputation === deputation)) return [];
  throwRefusalIfAny([...checkDeputy(data, context), ...checkPeriod(data, context)]);
  if (deputies.filter((each) => each.until >= getEarliestToday(context)).length >= MAX_DEPUTIES)
    throw createInvalidEntryRefusal('deputy', createPhrase('entry.deputy-most', { most: MAX_DEPUTIES }));
  return [{ type: 'user.deputy-named', data: { deputation, deputy, application, role, from, until } }];
}

function checkDeputy(
  { id, deputy, application, role }: UserCommandPayload<'NameDeputy'>,
  { known }: UserDecisionContext,
): readonly Reason[] {
  if (deputy === '')
    return [
      createBuiltInReason('REQUIRED', { with: { entry: createPhrase('enter.deputy') }, fields: ['deputy'] }),
    ];
  return [
    ...(deputy === id ? createInvalidEntryRefusal('deputy', createPhrase('entry.deputy-self')).reasons : []),
    ...(known?.deputy === true
      ? []
      : createInvalidEntryRefusal('deputy', createPhrase('entry.deputy-person')).reasons),
    ...(application !== null && !APPLICATION_KEY_PATTERN.test(application)
      ? createInvalidEntryRefusal('application', createPhrase('entry.deputy-application')).reasons
      : []),
    ...(role !== null && !NAME_PATTERN.test(role)
      ? createInvalidEntryRefusal('role', createPhrase('entry.deputy-role')).reasons
      : []),
    ...(application === null && role !== null
      ? createInvalidEntryRefusal('role', createPhrase('entry.deputy-role-of')).reasons
      : []),
  ];
}

function checkPeriod(
  { from, until }: UserCommandPayload<'NameDeputy'>,
  context: UserDecisionContext,
): readonly Reason[] {
  const unread = Object.entries({ from, until }).flatMap(([end, day]) =>
    checkDay(end as 'from' | 'until', day),
  );
  if (unread.length > 0) return unread;
  if (until < from) return createInvalidEntryRefusal('until', createPhrase('entry.deputy-begins')).reasons;
  if (until < getEarliestToday(context))
    return createInvalidEntryRefusal('until', createPhrase('entry.deputy-over')).reasons;
  const days = Temporal.PlainDate.from(from).until(until).days;
  return days > MAX_DAYS
    ? createInvalidEntryRefusal('until', createPhrase('entry.deputy-longest')).reasons
    : [];
}

const MISSING_DAY = { from: 'entry.deputy-from', until: 'entry.deputy-until' } as const;

function checkDay(end: 'from' | 'until', day: string): readonly Reason[] {
  if (isDay(day)) return [];
  return createInvalidEntryRefusal(end, createPhrase(day === '' ? MISSING_DAY[end] : 'entry.deputy-day'))
    .reasons;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text;
  } catch {
    return false;
  }
}

/** Some time zone has this day. */
export const computeEarliestToday = (now: string): string =>
  Temporal.Instant.from(now).subtract({ hours: 12 }).toString().slice(0, 10);

const getEarliestToday = ({ now = '' }: UserDecisionContext): string =>
  now === '' ? '' : computeEarliestToday(now);

export function dismissDeputy(
  state: UserState,
  { id, deputation }: UserCommandPayload<'DismissDeputy'>,
  { operator }: UserDecisionContext,
): NewUserEvents {
  const { deputies } = requireRegistered(state);
  const found = deputies.find((each) => each.deputation === deputation);
  const concerns = operator.admin || operator.id === id || operator.id === found?.deputy;
  if (!found || !concerns) throw createBuiltInRefusal('NOT_FOUND');
  return [{ type: 'user.deputy-dismissed', data: { deputation } }];
}

export interface DelegationCriteria {
  readonly deputy: string;
  readonly application: string;
  /** Today in the application's time zone. */
  readonly day: string;
}

export function findDelegatedRoles(
  deputies: readonly Omit<Delegation, 'deputation'>[],
  held: readonly string[],
  { deputy, application, day }: DelegationCriteria,
): DelegatedRoles | undefined {
  const now = deputies.filter(
    (each) =>
      each.deputy === deputy &&
      (each.application === null || each.application === application) &&
      each.from <= day &&
      day <= each.until,
  );
  if (now.length === 0) return undefined;
  if (now.some(({ role }) => role === null)) return { roles: held, isExclusive: false };
  return { roles: held.filter((role) => now.some((each) => each.role === role)), isExclusive: true };
}
