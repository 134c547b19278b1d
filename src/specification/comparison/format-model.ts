import type { CallBody, CallOutcome, CallText, Expression, Grant, Template } from '../model/specification.js';
import type { WorkingHours } from '../model/working-calendar.js';
import {
  joinCodeLines,
  joinWithAnd,
  quote,
  compareFormatted,
  type Comparison,
  type Formatter,
  type ComparisonSide,
} from './differences.js';

export const formatCode = ({ source }: Expression | Template): string => `\`${joinCodeLines(source)}\``;

export const compareExpression = (what: string, absent?: string): Comparison<Expression | undefined> =>
  compareFormatted<Expression>(what, formatCode, { ...(absent !== undefined && { absent }) });

const EVERYONE = 'every signed-in person';

export const getRoleTitle = (key: string, { specification: { roles } }: ComparisonSide): string =>
  Object.hasOwn(roles, key) ? roles[key]!.title : key;

/** Empty: everyone. */
export const formatRoles: Formatter<readonly string[]> = (keys, side) =>
  joinWithAnd(keys.map((key) => getRoleTitle(key, side))) ?? EVERYONE;

export const compareRoles = (what: string): Comparison<readonly string[] | undefined> =>
  compareFormatted<readonly string[]>(what, formatRoles, { absent: EVERYONE, isSet: true });

const findEntity = ({ specification: { entities }, entity = '' }: ComparisonSide) =>
  Object.hasOwn(entities, entity) ? entities[entity] : undefined;

export const getEntityTitle = (key: string, { specification: { entities } }: ComparisonSide): string =>
  Object.hasOwn(entities, key) ? entities[key]!.title : key;

export const getStateTitle = (key: string, side: ComparisonSide): string =>
  findEntity(side)?.lifecycle.states.find((state) => state.key === key)?.title ?? key;

export const getFieldTitle = (key: string, side: ComparisonSide): string =>
  findEntity(side)?.fields.find((field) => field.key === key)?.title ?? key;

export const getActionTitle = (key: string, side: ComparisonSide): string =>
  findEntity(side)?.lifecycle.actions.find((action) => action.key === key)?.title ?? key;

const formatTitles =
  (title: (key: string, side: ComparisonSide) => string): Formatter<readonly string[]> =>
  (keys, side) =>
    joinWithAnd(keys.map((key) => quote(title(key, side))));

export const formatStates = formatTitles(getStateTitle);

export const compareStates = (what: string, absent?: string): Comparison<readonly string[] | undefined> =>
  compareFormatted<readonly string[]>(what, formatStates, {
    isSet: true,
    ...(absent !== undefined && { absent }),
  });

export const compareState = (what: string, absent?: string): Comparison<string | undefined> =>
  compareFormatted<string>(what, (key, side) => quote(getStateTitle(key, side)), {
    ...(absent !== undefined && { absent }),
  });

export const compareFields = (what: string, absent?: string): Comparison<readonly string[] | undefined> =>
  compareFormatted<readonly string[]>(what, formatTitles(getFieldTitle), {
    ...(absent !== undefined && { absent }),
  });

export const compareKeyLists = (
  what: string,
  { kind, absent }: { kind?: 'meaning' | 'words'; absent?: string } = {},
): Comparison<readonly string[] | undefined> =>
  compareFormatted<readonly string[]>(what, (all) => joinWithAnd(all.map((key) => `\`${key}\``)), {
    ...(kind && { kind }),
    ...(absent !== undefined && { absent }),
  });

export const formatGrant: Formatter<Pick<Grant, 'roles'>> = ({ roles: granted }, side) =>
  joinWithAnd(
    Object.entries(granted).map(([role, when]) =>
      when === true ? getRoleTitle(role, side) : `${getRoleTitle(role, side)} where ${formatCode(when)}`,
    ),
  ) ?? 'nobody';

/** `absent`: permitted people without a grant. */
export const compareGrant = (what: string, absent: string = EVERYONE): Comparison<Grant | undefined> =>
  compareFormatted<Grant>(what, formatGrant, { absent });

const formatCallText = (parts: CallText): string =>
  parts.map((part) => (typeof part === 'string' ? part : `{${part.source}}`)).join('');

export const quoteCallText: Formatter<CallText> = (parts) => quote(formatCallText(parts));

export function formatCallBody(body: CallBody): string {
  if ('is' in body) return formatCode(body.is);
  if ('as' in body) return JSON.stringify(body.as);
  if ('list' in body) return `[${body.list.map(formatCallBody).join(', ')}]`;
  return `{ ${body.members.map(([key, each]) => `${key}: ${formatCallBody(each)}`).join(', ')} }`;
}

export const formatCallOutcome: Formatter<CallOutcome> = ({ set, action, error }, side) =>
  joinWithAnd([
    ...set.map(([field, value]) => `${quote(getFieldTitle(field, side))} becomes ${formatCallBody(value)}`),
    ...(action === undefined ? [] : [`${quote(getActionTitle(action, side))} is taken`]),
    ...(error === undefined ? [] : [`\`${error}\` is raised`]),
  ]) ?? 'nothing';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export const formatWeekdays: Formatter<readonly number[]> = (days) =>
  joinWithAnd(days.map((day) => DAYS[day - 1] ?? String(day)));

export const formatHours: Formatter<readonly WorkingHours[]> = (hours) =>
  joinWithAnd(hours.map(({ from, until }) => `${formatClockTime(from)} to ${formatClockTime(until)}`));

const formatClockTime = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

const SIZES = [
  ['GB', 1024 ** 3],
  ['MB', 1024 ** 2],
  ['KB', 1024],
] as const;

/** Uses the largest exact unit. */
export function formatByteCount(bytes: number): string {
  const [unit, size] = SIZES.find(([, each]) => bytes > 0 && bytes % each === 0) ?? ['bytes', 1];
  return `${bytes / size} ${unit}`;
}
