import type { BuiltInCode } from '#specification/built-in-errors/built-in-errors.js';
import { createPhrase, type MessageParameters } from '#specification/refusal-words/phrases.js';
import { isLongerThan, isStorableText } from '#specification/field-types/text.js';
import { SYSTEM } from '../permissions.js';
import { isBlank } from '#specification/model/stored-value.js';
import { createBuiltInReason } from '../create-reason.js';
import type { Reason } from '../refusal.js';
import {
  checkDisplayName,
  MAX_NAME_LENGTH,
  normalizeSignInName,
  checkSignInName,
  type NameIssue,
} from './user-names.js';
import { checkPassword } from './password-policy.js';
import { createIdentityLinked } from './linked-identities.js';
import {
  createLinkIssued,
  createForeignPasswordReason,
  createBuiltInRefusal,
  throwRefusalIfAny,
  type UserCommandPayload,
  type NewUserEvents,
  type UserDecisionContext,
} from './user-decision-context.js';
import type { UserState } from './user-state.js';
import { checkAdmin } from '../authorize-operator.js';

export function registerUser(
  state: UserState,
  data: UserCommandPayload<'RegisterUser'>,
  context: UserDecisionContext,
): NewUserEvents {
  const {
    name,
    signInName: given,
    link,
    identity: atProvider,
    demo = false,
    fromLog = false,
    roles = [],
  } = data;
  throwRefusalIfAny(checkRegistration(data, context));
  if (state.status === 'erased') throw createBuiltInRefusal('ERASED');
  const signInName = normalizeGivenName(given);
  if (state.status === 'registered') {
    if (state.name === name && normalizeGivenName(state.signInName) === signInName) return [];
    throw createBuiltInRefusal('ALREADY_OPEN');
  }
  const { hash } = context;
  const identity = createIdentity(signInName, context);
  return [
    { type: 'user.registered', data: { name, ...identity, demo, ...(fromLog && { fromLog }) } },
    ...(hash === undefined ? [] : [{ type: 'user.password-set', data: { hash } } as const]),
    ...decideWaysIn({ identity: atProvider, link: signInName === undefined ? undefined : link }),
    ...roles.map(
      ({ application, role }) => ({ type: 'user.role-granted', data: { application, role } }) as const,
    ),
  ];
}

function decideWaysIn({
  identity,
  link,
}: Pick<UserCommandPayload<'RegisterUser'>, 'identity' | 'link'>): NewUserEvents {
  return [
    ...(identity === undefined ? [] : [createIdentityLinked(identity)]),
    ...(link === undefined ? [] : [createLinkIssued(link)]),
  ];
}

function createIdentity(signInName: string | undefined, { signInDigest, lookDigest }: UserDecisionContext) {
  if (signInName === undefined) return {};
  return { signInName, signInDigest, ...(lookDigest !== undefined && { lookDigest }) };
}

function checkRegistration(
  { name, signInName, password, identity }: UserCommandPayload<'RegisterUser'>,
  { operator, guessable }: UserDecisionContext,
): readonly Reason[] {
  // Names from imports cannot sign in, so reserved ones are allowed.
  const reserved = signInName !== undefined || identity !== undefined || operator.id !== SYSTEM.id;
  const ofName = (text: string) => checkDisplayName(text, { reserved });
  return [
    ...checkAdmin(operator, 'to.register-people'),
    ...checkName('name', name, ofName),
    ...(signInName === undefined ? [] : checkName('signInName', signInName, checkSignInName)),
    ...(password === undefined ? [] : checkPassword(password, guessable)),
    ...(password === undefined || operator.id === SYSTEM.id ? [] : [createForeignPasswordReason()]),
  ];
}

const normalizeGivenName = (name: string | undefined) =>
  name === undefined ? undefined : normalizeSignInName(name);

const NAMES = {
  name: { field: createPhrase('the.name'), entry: createPhrase('enter.name') },
  signInName: { field: createPhrase('the.sign-in-name'), entry: createPhrase('enter.sign-in-name') },
};

function checkName(
  key: keyof typeof NAMES,
  name: unknown,
  checkCharacters: (name: string) => NameIssue | undefined,
): readonly Reason[] {
  const { field, entry } = NAMES[key];
  if (typeof name !== 'string' || isBlank(name)) return [createNameReason('REQUIRED', key, { field, entry })];
  if (!isStorableText(name))
    return [
      createNameReason('WRONG_TYPE', key, {
        field,
        expected: createPhrase('type.storable-text'),
        example: 'Ada',
      }),
    ];
  if (isLongerThan(name, MAX_NAME_LENGTH))
    return [createNameReason('TOO_LONG', key, { field, max: MAX_NAME_LENGTH })];
  const issue = checkCharacters(name);
  return issue ? [createNameReason('NAME_NOT_POSSIBLE', key, { field, ...issue })] : [];
}

function createNameReason(code: BuiltInCode, key: string, words: MessageParameters): Reason {
  return createBuiltInReason(code, { with: words, fields: [key] });
}
