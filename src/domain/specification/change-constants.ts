import { createPhrase, type Phrase, type PhraseId } from '#specification/refusal-words/phrases.js';
import { findEntryOnDay, parseConstantOfType } from '#specification/cel/constant-values.js';
import type { Constant, ConstantEntry } from '#specification/model/constant.js';
import type { Specification } from '#specification/model/specification.js';
import { createLocalDayLookup, isDate } from '#specification/values/calendar-date.js';
import { isBlank } from '#specification/model/stored-value.js';
import type { DecidedEvent } from '../event.js';
import { canChangeConstant, describeRoles } from '../permissions.js';
import { createInvalidEntryReason, createReason, type MessageContext } from '../create-reason.js';
import { Refused, type Reason } from '../refusal.js';
import { checkWrittenText } from '../check-written-text.js';
import type { ConstantsToChange } from './specification-commands.js';
import type { ConstantsChanged } from './specification-events.js';

export interface ConstantsContext extends MessageContext {
  readonly changes: number;
}

const getToday = ({
  specification: { timeZone },
  now,
}: Pick<MessageContext, 'specification' | 'now'>): string => createLocalDayLookup(timeZone)(now);

/** Throws `Refused` with every reason. */
export function changeConstants(
  command: ConstantsToChange,
  context: ConstantsContext,
): readonly DecidedEvent<ConstantsChanged>[] {
  const { from, knownChanges } = command;
  const barred = command.values.flatMap(({ constant }) => checkRight(context, constant));
  if (barred.length > 0) throw new Refused(barred);
  const values = command.values.map((value) => ({ ...value, text: trimText(value.text) }));
  const reasons = [
    ...checkDay(context, from),
    ...values.flatMap((value) => checkValue(context, value)),
    ...checkDuplicates(context, values),
    ...checkReason(context, command.reason),
    ...(knownChanges !== undefined && knownChanges !== context.changes
      ? [createReason(context, 'CONSTANTS_CHANGED')]
      : []),
  ];
  if (reasons.length > 0) throw new Refused(reasons);
  const changes = values.flatMap(({ constant: name, key, text }) => {
    const before = getConstantText(context.specification.constants[name]!, key, from);
    return before === text ? [] : [{ constant: name, key, from, before: before ?? null, text }];
  });
  if (changes.length === 0) return [];
  return [
    { type: 'specification.constants-changed', data: { changes }, metadata: { reason: command.reason } },
  ];
}

/** undefined: no value on that day. */
export function getConstantText(
  { values }: Pick<Constant, 'values'>,
  key: string | null,
  day: string,
): string | undefined {
  const entry = findEntryOnDay(values, day);
  return key === null ? entry?.text : findCell(entry, key)?.text;
}

const findCell = (entry: ConstantEntry | undefined, key: string) =>
  entry?.cells?.find((cell) => cell.key === key);

function checkRight(context: ConstantsContext, name: string): readonly Reason[] {
  const { specification, user } = context;
  const constant = findConstant(specification, name);
  if (constant && canChangeConstant(constant, user)) return [];
  const { changedBy, place } = constant ?? {};
  const who = changedBy ? describeRoles(specification, changedBy.roles) : createPhrase('who.nobody');
  const what = createPhrase('to.change-constant', { name: constant?.title ?? String(name).slice(0, 60) });
  const at = changedBy?.place ?? place;
  return [createReason(context, 'NOT_PERMITTED', { with: { what, who }, ...(at && { place: at }) })];
}

const findConstant = ({ constants }: Specification, name: string): Constant | undefined =>
  Object.hasOwn(constants, name) ? constants[name] : undefined;

function checkDay(context: ConstantsContext, from: string): readonly Reason[] {
  const today = getToday(context);
  if (typeof from === 'string' && isDate(from) && from >= today) return [];
  return [createReason(context, 'CONSTANT_FROM', { with: { today }, fields: ['from'] })];
}

const MAX_LENGTH = 1_000;

type ConstantValue = ConstantsToChange['values'][number];

function checkValue(context: ConstantsContext, value: ConstantValue): readonly Reason[] {
  const constant = findConstant(context.specification, value.constant)!;
  const known = listKeys(constant, getToday(context));
  return isKnownKey(constant, known, value.key)
    ? checkType(context, constant, value)
    : [createNoSuchKeyReason(context, value, known)];
}

const listKeys = ({ values }: Constant, day: string): readonly string[] =>
  (findEntryOnDay(values, day)?.cells ?? []).flatMap((cell) => cell.key ?? []);

const isKnownKey = ({ kind }: Constant, known: readonly string[], key: string | null): boolean =>
  key === null ? kind !== 'by key' : kind === 'by key' && known.includes(key);

const formatValueTitle = ({ title }: Constant, key: string | null): string =>
  key === null ? title : `${title} (${key})`;

const formatFieldKey = ({ constant, key }: ConstantValue): string =>
  key === null ? constant : `${constant}.${key}`;

function createNoSuchKeyReason(
  context: ConstantsContext,
  value: ConstantValue,
  known: readonly string[],
): Reason {
  const { title } = findConstant(context.specification, value.constant)!;
  const words = { constant: title, known: known.length > 0 ? known : createPhrase('none') };
  return createReason(context, 'NO_SUCH_KEY', { with: words, fields: [formatFieldKey(value)] });
}

function checkType(context: ConstantsContext, constant: Constant, value: ConstantValue): readonly Reason[] {
  const { type, values, place } = constant;
  const [first] = values;
  const { text } = value;
  if (text !== '' && text.length <= MAX_LENGTH && parseConstantOfType(text, type)) return [];
  const example = first?.cells?.[0]?.text ?? first?.text ?? '';
  const words = { field: formatValueTitle(constant, value.key), expected: describeType(type), example };
  return [createReason(context, 'WRONG_TYPE', { with: words, fields: [formatFieldKey(value)], place })];
}

const TYPES: Readonly<Record<string, PhraseId>> = {
  bool: 'type.yes-or-no',
  int: 'type.whole-number',
  decimal: 'type.any-number',
  date: 'type.day',
  period: 'type.period',
  string: 'type.text',
};

const describeType = (type: string): Phrase =>
  type.startsWith('money.')
    ? createPhrase('type.amount', { currency: type.slice('money.'.length) })
    : createPhrase(TYPES[type] ?? 'type.text');

function checkDuplicates(context: ConstantsContext, values: readonly ConstantValue[]): readonly Reason[] {
  const fields = values.map(formatFieldKey);
  const twice = new Set(fields.filter((field, index) => fields.indexOf(field) < index));
  return [...twice].map((field) => {
    const { constant: name, key } = values[fields.indexOf(field)]!;
    const title = formatValueTitle(findConstant(context.specification, name)!, key);
    return createInvalidEntryReason(createPhrase('entry.constant-twice', { field: title }), {
      fields: [field],
    });
  });
}

function checkReason(context: ConstantsContext, why: string): readonly Reason[] {
  if (typeof why !== 'string' || isBlank(why))
    return [createReason(context, 'REASON_REQUIRED', { fields: ['reason'] })];
  return checkWrittenText(context, 'reason', why);
}

const trimText = (text: string): string => (typeof text === 'string' ? text.trim() : '');
