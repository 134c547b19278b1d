import { Query } from '@nestjs/cqrs';
import type { Filter } from '#projections/port/query.js';
import { collectStrings, matchesAllWords, splitWords } from '#projections/port/search-words.js';
import type { PublishedApplications } from '#ports/specifications.js';
import { findEntityVocabulary, toCurrentName } from '#specification/current-title.js';
import { getNumberNotation, listLikelyReadings } from '#specification/numbers/number-notation.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { isHidden } from '../visibility/visible-records.js';
import {
  findEarlierVocabularies,
  listRenamesSince,
  type EventWords,
  type FieldAtTime,
} from './event-wording.js';
import type { EventPayload } from './redact-event.js';

export interface TimelineFieldRef {
  readonly application: string;
  readonly entity: string;
  /** A present or former key. */
  readonly field: string;
}

export interface ListedField {
  readonly application: string;
  readonly entity: string;
  readonly field: string;
  readonly title: string;
  readonly of: string;
}

/** Listed in the documents' order. */
export class ListTimelineFields extends Query<readonly ListedField[]> {
  constructor(readonly published: PublishedApplications) {
    super();
  }
}

export interface SearchedFieldValue {
  readonly text: string;
  readonly locale: string;
}

export type ChangeTest = (data: unknown, words: EventWords, version: number | undefined) => boolean;

export interface FieldChangeQuery {
  readonly filter: Filter;
  readonly test: ChangeTest;
}

export async function createFieldChangeQuery(
  sources: Pick<QueryDependencies, 'specifications'>,
  {
    field,
    value,
  }: { readonly field?: TimelineFieldRef | undefined; readonly value?: SearchedFieldValue | undefined },
  published: PublishedApplications,
): Promise<FieldChangeQuery> {
  const named = field && (await fieldNamesOf(sources, field, published));
  const hasValue = value && createValueTest(value);
  return {
    filter: {
      $and: [
        ...(named ? [named.filter] : []),
        // Titles of choices are not stored, so events of the field are scanned.
        ...(value && (!named || unitsOf(value, 2) !== undefined) ? [createValueFilter(value)] : []),
      ],
    },
    test: (data, words, version) =>
      changesIn(data).some(
        ([key, values]) =>
          (!named || named.isWanted(key, version)) &&
          values.some((each) => isValue(each) && (!hasValue || hasValue(each, words.field(key)))),
      ),
  };
}

function createValueFilter(value: SearchedFieldValue): Filter {
  const text: Filter = { $text: value.text };
  const number = createNumberFilter(value);
  return number ? { $or: [text, number] } : text;
}

/** undefined: no number. */
export function createNumberFilter(value: SearchedFieldValue): Filter | undefined {
  const among = unitsAtAllPlaces(value);
  return among.size === 0 ? undefined : { $rows: { path: 'fields.value', match: { among } } };
}

/** undefined: no number. */
export function createNumberTest(value: SearchedFieldValue): ChangeTest | undefined {
  if (unitsAtAllPlaces(value).size === 0) return undefined;
  const isNumber = createValueTest(value, { numbersOnly: true });
  return (data, words) =>
    changesIn(data).some(([key, values]) => values.some((each) => isNumber(each, words.field(key))));
}

const isValue = (value: unknown): boolean => value !== null && value !== undefined && !isHidden(value);

const MAX_PLACES = 12;

/** The field's decimal places decide the number. */
function unitsAtAllPlaces(value: SearchedFieldValue): ReadonlySet<number> {
  const each = Array.from({ length: MAX_PLACES + 1 }, (_, places) => unitsOf(value, places));
  return new Set(each.filter((units) => units !== undefined));
}

/** As pages show amounts before or after the number: `€`, `EUR`. */
const CURRENCY = /^(?:\p{Sc}|[A-Z]{3}\b)\s?|\s?(?:\p{Sc}|\b[A-Z]{3})$/gu;

function unitsOf(
  { text, locale }: SearchedFieldValue,
  places: number,
  currency?: string,
): number | undefined {
  const notation = getNumberNotation({ type: 'decimal', ...(currency && { currency }) }, locale);
  const read = notation.read(text.replace(CURRENCY, ''), places);
  const [units] = 'rounded' in read ? [] : listLikelyReadings(read);
  return Number.isSafeInteger(units) ? units : undefined;
}

type ValueTest = (value: unknown, field: FieldAtTime | undefined) => boolean;

function createValueTest(wanted: SearchedFieldValue, { numbersOnly = false } = {}): ValueTest {
  const searched = [...splitWords([wanted.text])];
  const test: ValueTest = (value, field) => {
    if (Array.isArray(value)) return value.some((row) => test(row, field));
    if (typeof value === 'number')
      return field !== undefined && value === unitsOf(wanted, field.places, field.currency);
    if (typeof value === 'object' && value !== null && field && field.fields.length > 0)
      return field.fields.some((column) => test((value as EventPayload)[column.key], column));
    if (numbersOnly) return false;
    const label = field?.choices.find((choice) => choice.value === value)?.title ?? '';
    return matchesAllWords(searched, [...splitWords([...collectStrings(value), label])]);
  };
  return test;
}

/** Values before and after. */
function changesIn(data: unknown): readonly (readonly [string, readonly unknown[]])[] {
  const { fields, changes, proposed } = asObject(data);
  return [
    ...Object.entries(asObject(fields)).map(([key, value]) => [key, [value]] as const),
    ...[changes, proposed]
      .flatMap((each) => Object.entries(asObject(each)))
      .map(([key, change]) => [key, [asObject(change)['from'], asObject(change)['to']]] as const),
  ];
}

const asObject = (value: unknown): EventPayload =>
  typeof value === 'object' && value !== null && !isHidden(value) ? (value as EventPayload) : {};

async function fieldNamesOf(
  sources: Pick<QueryDependencies, 'specifications'>,
  { application, entity, field }: TimelineFieldRef,
  published: PublishedApplications,
): Promise<{ readonly filter: Filter; readonly isWanted: (key: string, version?: number) => boolean }> {
  const running = published.get(application);
  const filterFor = (keys: readonly string[]): Filter => ({
    application,
    entity,
    $rows: { path: 'fields.name', match: { among: new Set(keys) } },
  });
  if (!running) return { filter: filterFor([field]), isWanted: (key) => key === field };
  const since = await listRenamesSince(sources, running);
  const nameNow = (key: string, version: number | undefined) =>
    version === undefined
      ? key
      : toCurrentName(since(version), { of: 'field', entity, path: [key] }).path.join('.');
  const earlier = await findEarlierVocabularies(sources, application, running.version);
  const past = earlier.flatMap(({ version, words }) =>
    ((words && findEntityVocabulary(words, entity)?.fields) ?? []).map(({ key }) => ({
      key,
      now: nameNow(key, version),
    })),
  );
  const { entities } = running.specification;
  const isPresent =
    Object.hasOwn(entities, entity) && entities[entity]!.fields.some(({ key }) => key === field);
  const wanted = isPresent ? field : (past.findLast(({ key }) => key === field)?.now ?? field);
  const keys = [wanted, ...past.filter(({ now }) => now === wanted).map(({ key }) => key)];
  return { filter: filterFor(keys), isWanted: (key, version) => nameNow(key, version) === wanted };
}
