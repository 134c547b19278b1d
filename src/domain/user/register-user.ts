// Somebody is made known: under which names, and with what.
import { phrase, type MessageParameters } from '#specification/refusal-words/message-parameters.js';
import { isLongerThan, isStorableText } from '#specification/field-types/text.js';
import { SYSTEM } from '../permissions.js';
import { isBlank } from '#specification/model/stored-value.js';
import { createBuiltInReason } from '../refusal-reason.js';
import type { Reason } from '../refusal.js';
import { displayNameTrouble, plainSignInName, signInNameTrouble, type NameTrouble } from './user-names.js';
import { passwordReasons } from './password.js';
import {
  linkIssued,
  notTheirs,
  builtInRefusal,
  refuse,
  type UserCommandPayload,
  type NewUserEvents,
  type UserDecisionContext,
} from './user-decision.js';
import type { UserState } from './user-state.js';
import { checkAdmin } from '../authorize-operator.js';

const LONGEST_NAME = 200;

export function register(
  state: UserState,
  data: UserCommandPayload<'RegisterUser'>,
  context: UserDecisionContext,
): NewUserEvents {
  const { name, signInName: given, link, demo = false, fromLog = false, roles = [] } = data;
  refuse(registeringReasons(data, context));
  if (state.status === 'erased') throw builtInRefusal('ERASED');
  const signInName = plain(given);
  if (state.status === 'registered') {
    if (state.name === name && plain(state.signInName) === signInName) return [];
    throw builtInRefusal('ALREADY_OPEN');
  }
  const { hash } = context;
  const identity = identityOf(signInName, context);
  return [
    { type: 'user.registered', data: { name, ...identity, demo, ...(fromLog && { fromLog }) } },
    ...(hash === undefined ? [] : [{ type: 'user.password-set', data: { hash } } as const]),
    ...(link === undefined || signInName === undefined ? [] : [linkIssued(link)]),
    ...roles.map(
      ({ application, role }) => ({ type: 'user.role-granted', data: { application, role } }) as const,
    ),
  ];
}

function identityOf(signInName: string | undefined, { signInDigest, lookDigest }: UserDecisionContext) {
  if (signInName === undefined) return {};
  return { signInName, signInDigest, ...(lookDigest !== undefined && { lookDigest }) };
}

function registeringReasons(
  { name, signInName, password }: UserCommandPayload<'RegisterUser'>,
  { operator, guessable }: UserDecisionContext,
): readonly Reason[] {
  // What a log calls its people is history: they sign in nowhere, and the system makes them known.
  const reserved = signInName !== undefined || operator.id !== SYSTEM.id;
  const ofName = (text: string) => displayNameTrouble(text, { reserved });
  return [
    ...checkAdmin(operator, 'to.register-people'),
    ...nameReasons('name', name, ofName),
    ...(signInName === undefined ? [] : nameReasons('signInName', signInName, signInNameTrouble)),
    ...(password === undefined ? [] : passwordReasons(password, guessable)),
    ...(password === undefined || operator.id === SYSTEM.id ? [] : [notTheirs()]),
  ];
}

const plain = (name: string | undefined) => (name === undefined ? undefined : plainSignInName(name));

const NAMES = {
  name: { field: phrase('the.name'), entry: phrase('enter.name') },
  signInName: { field: phrase('the.sign-in-name'), entry: phrase('enter.sign-in-name') },
};

function nameReasons(
  key: keyof typeof NAMES,
  name: unknown,
  troubleOf: (name: string) => NameTrouble | undefined,
): readonly Reason[] {
  const { field, entry } = NAMES[key];
  if (typeof name !== 'string' || isBlank(name)) return [about('REQUIRED', key, { field, entry })];
  if (!isStorableText(name))
    return [about('WRONG_TYPE', key, { field, expected: phrase('type.storable-text'), example: 'Ada' })];
  if (isLongerThan(name, LONGEST_NAME)) return [about('TOO_LONG', key, { field, max: LONGEST_NAME })];
  const trouble = troubleOf(name);
  return trouble ? [about('NAME_NOT_POSSIBLE', key, { field, ...trouble })] : [];
}

function about(code: string, key: string, words: MessageParameters): Reason {
  return createBuiltInReason(code, { with: words, fields: [key] });
}
