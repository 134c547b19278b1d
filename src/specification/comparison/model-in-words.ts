// Parts of the model in words, with the titles that their version gives them.
import type { CallBody, CallOutcome, CallText, Expression, Grant, Template } from '../model/specification.js';
import type { WorkingHours } from '../model/working-calendar.js';
import { inOneLine, listed, quoted, said, type Comparison, type Shown, type Side } from './differences.js';

/** As the document writes it; how it is broken into lines means nothing. */
export const code = ({ source }: Expression | Template): string => `\`${inOneLine(source)}\``;

export const expression = (what: string, absent?: string): Comparison<Expression | undefined> =>
  said<Expression>(what, code, { ...(absent !== undefined && { absent }) });

const EVERYBODY = 'everybody who is signed in';

export const roleTitle = (key: string, { specification: { roles } }: Side): string =>
  Object.hasOwn(roles, key) ? roles[key]!.title : key;

/** Roles in words; none of them: everybody. */
export const rolesOf: Shown<readonly string[]> = (keys, side) =>
  listed(keys.map((key) => roleTitle(key, side))) ?? EVERYBODY;

export const roles = (what: string): Comparison<readonly string[] | undefined> =>
  said<readonly string[]>(what, rolesOf, { absent: EVERYBODY, isSet: true });

const entityOf = ({ specification: { entities }, entity = '' }: Side) =>
  Object.hasOwn(entities, entity) ? entities[entity] : undefined;

export const entityTitle = (key: string, { specification: { entities } }: Side): string =>
  Object.hasOwn(entities, key) ? entities[key]!.title : key;

export const stateTitle = (key: string, side: Side): string =>
  entityOf(side)?.lifecycle.states.find((state) => state.key === key)?.title ?? key;

export const fieldTitle = (key: string, side: Side): string =>
  entityOf(side)?.fields.find((field) => field.key === key)?.title ?? key;

export const actionTitle = (key: string, side: Side): string =>
  entityOf(side)?.lifecycle.actions.find((action) => action.key === key)?.title ?? key;

/** Names in the order of the document. They are told apart by their keys where titles are the same. */
const named =
  (title: (key: string, side: Side) => string): Shown<readonly string[]> =>
  (keys, side) =>
    listed(keys.map((key) => quoted(title(key, side))));

export const statesOf = named(stateTitle);

export const states = (what: string, absent?: string): Comparison<readonly string[] | undefined> =>
  said<readonly string[]>(what, statesOf, { isSet: true, ...(absent !== undefined && { absent }) });

export const state = (what: string, absent?: string): Comparison<string | undefined> =>
  said<string>(what, (key, side) => quoted(stateTitle(key, side)), {
    ...(absent !== undefined && { absent }),
  });

export const fields = (what: string, absent?: string): Comparison<readonly string[] | undefined> =>
  said<readonly string[]>(what, named(fieldTitle), { ...(absent !== undefined && { absent }) });

export const keys = (
  what: string,
  { kind, absent }: { kind?: 'meaning' | 'words'; absent?: string } = {},
): Comparison<readonly string[] | undefined> =>
  said<readonly string[]>(what, (all) => listed(all.map((key) => `\`${key}\``)), {
    ...(kind && { kind }),
    ...(absent !== undefined && { absent }),
  });

export const grantOf: Shown<Pick<Grant, 'roles'>> = ({ roles: granted }, side) =>
  listed(
    Object.entries(granted).map(([role, when]) =>
      when === true ? roleTitle(role, side) : `${roleTitle(role, side)} where ${code(when)}`,
    ),
  ) ?? 'nobody';

/** `absent`: who may where the document does not say it. */
export const grant = (what: string, absent: string = EVERYBODY): Comparison<Grant | undefined> =>
  said<Grant>(what, grantOf, { absent });

const textOf = (parts: CallText): string =>
  parts.map((part) => (typeof part === 'string' ? part : `{${part.source}}`)).join('');

export const callText: Shown<CallText> = (parts) => quoted(textOf(parts));

export function bodyOf(body: CallBody): string {
  if ('is' in body) return code(body.is);
  if ('as' in body) return JSON.stringify(body.as);
  if ('list' in body) return `[${body.list.map(bodyOf).join(', ')}]`;
  return `{ ${body.members.map(([key, each]) => `${key}: ${bodyOf(each)}`).join(', ')} }`;
}

export const outcomeOf: Shown<CallOutcome> = ({ set, action, error }, side) =>
  listed([
    ...set.map(([field, value]) => `${quoted(fieldTitle(field, side))} becomes ${bodyOf(value)}`),
    ...(action === undefined ? [] : [`${quoted(actionTitle(action, side))} is taken`]),
    ...(error === undefined ? [] : [`\`${error}\` is raised`]),
  ]) ?? 'nothing';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export const daysOf: Shown<readonly number[]> = (days) =>
  listed(days.map((day) => DAYS[day - 1] ?? String(day)));

export const hoursOf: Shown<readonly WorkingHours[]> = (hours) =>
  listed(hours.map(({ from, until }) => `${clock(from)} to ${clock(until)}`));

const clock = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

const SIZES = [
  ['GB', 1024 ** 3],
  ['MB', 1024 ** 2],
  ['KB', 1024],
] as const;

/** In the largest unit that says it exactly. */
export function bytesText(bytes: number): string {
  const [unit, size] = SIZES.find(([, each]) => bytes > 0 && bytes % each === 0) ?? ['bytes', 1];
  return `${bytes / size} ${unit}`;
}
