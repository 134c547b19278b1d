import { createPhrase } from '#specification/refusal-words/phrases.js';
import { assertAdmin, type Operator } from '../authorize-operator.js';
import { createInvalidEntryRefusal } from '../create-reason.js';
import { INSTALLATION, type DecidedEvent, type FoldableEvent } from '../event.js';
import type { SignInRules, SignInRulesChosen } from './sign-in-rules-events.js';

const MAX_REMEMBER_DAYS = 90;
const MIN_INACTIVITY_MINUTES = 5;
/** A session ends after twelve hours in any case. */
const MAX_INACTIVITY_MINUTES = 12 * 60;

const MAX_ROLES = 500;

export const DEFAULT_SIGN_IN_RULES: SignInRules = {
  secondFactor: 'nobody',
  roles: [],
  rememberDays: 0,
  inactivity: { admins: 30, others: MAX_INACTIVITY_MINUTES },
};

export const foldSignInRules = (
  events: readonly Pick<FoldableEvent<SignInRulesChosen>, 'data'>[],
): SignInRules => events.at(-1)?.data ?? DEFAULT_SIGN_IN_RULES;

type Roles = Readonly<Record<string, readonly string[]>>;

const isAdminOrAuditor = (roles: Roles): boolean =>
  ['admin', 'auditor'].some((role) => roles[INSTALLATION]?.includes(role));

export function isSecondFactorAsked({ secondFactor, roles: asked }: SignInRules, held: Roles): boolean {
  switch (secondFactor) {
    case 'nobody':
      return false;
    case 'all':
      return true;
    case 'admins':
      return isAdminOrAuditor(held);
    case 'roles':
      return Object.entries(held).some(([application, roles]) =>
        roles.some((role) => asked.includes(`${application}.${role}`)),
      );
  }
}

export const getInactivityMinutes = ({ inactivity }: SignInRules, held: Roles): number =>
  isAdminOrAuditor(held) ? inactivity.admins : inactivity.others;

/** Throws `Refused`. */
export function chooseSignInRules(
  before: SignInRules,
  { secondFactor, roles, atProviders, rememberDays, inactivity }: SignInRules,
  operator: Operator,
): readonly DecidedEvent<SignInRulesChosen>[] {
  assertAdmin(operator, 'to.choose-sign-in-rules');
  if (!isWholeWithin(rememberDays, 0, MAX_REMEMBER_DAYS))
    throw createInvalidEntryRefusal(
      'rememberDays',
      createPhrase('entry.remember-days', { most: MAX_REMEMBER_DAYS }),
    );
  for (const [name, minutes] of Object.entries({
    adminMinutes: inactivity.admins,
    otherMinutes: inactivity.others,
  }))
    if (!isWholeWithin(minutes, MIN_INACTIVITY_MINUTES, MAX_INACTIVITY_MINUTES))
      throw createInvalidEntryRefusal(
        name,
        createPhrase('entry.inactivity-minutes', {
          least: MIN_INACTIVITY_MINUTES,
          most: MAX_INACTIVITY_MINUTES,
        }),
      );
  if (secondFactor === 'roles' && (roles.length === 0 || roles.length > MAX_ROLES))
    throw createInvalidEntryRefusal('secondFactor', createPhrase('entry.roles-to-ask'));
  const chosen: SignInRules = {
    secondFactor,
    roles: secondFactor === 'roles' ? [...new Set(roles)].sort() : [],
    ...(atProviders && { atProviders }),
    rememberDays,
    inactivity: { admins: inactivity.admins, others: inactivity.others },
  };
  return isSame(before, chosen) ? [] : [{ type: 'sign-in-rules.chosen', data: chosen }];
}

const isWholeWithin = (number: number, least: number, most: number): boolean =>
  Number.isInteger(number) && number >= least && number <= most;

const isSame = (one: SignInRules, other: SignInRules): boolean =>
  one.secondFactor === other.secondFactor &&
  one.roles.join(' ') === other.roles.join(' ') &&
  (one.atProviders ?? false) === (other.atProviders ?? false) &&
  one.rememberDays === other.rememberDays &&
  one.inactivity.admins === other.inactivity.admins &&
  one.inactivity.others === other.inactivity.others;
