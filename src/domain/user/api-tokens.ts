// Decides to make, revoke and note the use of API tokens.
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { isBlank } from '#specification/model/stored-value.js';
import { createBuiltInReason, createInvalidEntryRefusal } from '../create-reason.js';
import { checkAdmin, type Operator } from '../authorize-operator.js';
import { Refused } from '../refusal.js';
import { isExpired, toUtcDay } from './standing-tokens.js';
import { SYSTEM_ACTOR_ID } from '../event.js';
import {
  assertNotLocked,
  createBuiltInRefusal,
  requireRegistered,
  requireUnlockedIfOwn,
  throwRefusalIfAny,
  type NewUserEvents,
  type UserCommandPayload,
  type UserDecisionContext,
} from './user-decision-context.js';
import { INSTALLATION } from './user-events.js';
import { checkDisplayName } from './user-names.js';
import { getRoles, type UserState } from './user-state.js';

const MAX_TOKENS = 20;
const MAX_TOKEN_DAYS = 366;
const MAX_TOKEN_NAME = 60;
const DAY_MS = 24 * 3_600_000;

export function issueToken(
  state: UserState,
  { id, token, name, digest, access, application, administration, until }: UserCommandPayload<'IssueToken'>,
  context: UserDecisionContext,
): NewUserEvents {
  assertOwnOrOnMachine(context.operator, id);
  const person = requireUnlockedIfOwn(state, id, context);
  assertNotLocked(person);
  if (person.fromLog) throw createBuiltInRefusal('NOT_FOUND');
  if (person.tokens.some((each) => each.token === token)) return [];
  const now = context.now ?? '';
  assertName(name);
  assertUntil(until, now);
  if (person.tokens.filter((each) => !isExpired(each, now)).length >= MAX_TOKENS)
    throw createInvalidEntryRefusal('name', createPhrase('entry.token-most', { most: MAX_TOKENS }));
  if (application !== null && context.known?.application !== true)
    throw createInvalidEntryRefusal('application', createPhrase('entry.token-application'));
  if (administration && (application !== null || getRoles(person, INSTALLATION).length === 0))
    throw createInvalidEntryRefusal('administration', createPhrase('entry.token-administration'));
  const limits = { access, application, administration, until };
  return [{ type: 'user.token-issued', data: { token, name: name.trim(), digest, ...limits } }];
}

function assertName(name: string): void {
  if (isBlank(name)) {
    const words = { entry: createPhrase('enter.token-name') };
    throw new Refused([createBuiltInReason('REQUIRED', { with: words, fields: ['name'] })]);
  }
  if (name.length > MAX_TOKEN_NAME)
    throw createInvalidEntryRefusal(
      'name',
      createPhrase('entry.view-name-longest', { most: MAX_TOKEN_NAME }),
    );
  // It stands in the history beside the names of people.
  const issue = checkDisplayName(name, { reserved: false });
  if (!issue) return;
  const words = { field: createPhrase('the.name'), ...issue };
  throw new Refused([createBuiltInReason('NAME_NOT_POSSIBLE', { with: words, fields: ['name'] })]);
}

function assertUntil(until: string, now: string): void {
  const left = Date.parse(until) - Date.parse(now);
  if (!(left > 0)) throw createInvalidEntryRefusal('until', createPhrase('entry.token-over'));
  if (left > MAX_TOKEN_DAYS * DAY_MS)
    throw createInvalidEntryRefusal('until', createPhrase('entry.token-longest'));
}

export function revokeToken(
  state: UserState,
  { id, token }: UserCommandPayload<'RevokeToken'>,
  { operator }: UserDecisionContext,
): NewUserEvents {
  throwRefusalIfAny(operator.id === id ? [] : checkAdmin(operator, 'to.revoke-tokens'));
  if (state.status === 'erased') return [];
  const { tokens } = requireRegistered(state);
  return tokens.some((each) => each.token === token) ? [{ type: 'user.token-revoked', data: { token } }] : [];
}

/** Nothing for a token that does not stand or was used on this day. */
export function recordTokenUse(
  state: UserState,
  { token, from }: UserCommandPayload<'RecordTokenUse'>,
  { now = '' }: UserDecisionContext,
): NewUserEvents {
  if (state.status !== 'registered') throw createBuiltInRefusal('NOT_FOUND');
  const found = state.tokens.find((each) => each.token === token);
  if (!found || found.usedOn === toUtcDay(now)) return [];
  return [{ type: 'user.token-used', data: { token, ...(from !== undefined && { from }) } }];
}

/** Whoever runs the machine makes tokens on the command line, as they do one-time links. */
function assertOwnOrOnMachine(operator: Operator, id: string): void {
  if (operator.id === id || operator.id === SYSTEM_ACTOR_ID) return;
  const words = { what: createPhrase('to.make-tokens'), who: createPhrase('who.the-person') };
  throw new Refused([createBuiltInReason('NOT_PERMITTED', { with: words })]);
}
