import type {
  ConstantsForm,
  ConstantsInput,
  ConstantsPage,
  ConstantRow,
} from '#views/view-models/constants.js';
import type { SpecificationDocument } from '#projections/read-models/specifications/specification-document.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { type Actor, canChangeConstant, joinRoleTitles } from '#domain/permissions.js';
import type { Reason } from '#domain/refusal.js';
import { describeCondition } from '#specification/cel/describe-condition.js';
import { formatParameter } from '#specification/refusal-words/phrases.js';
import { formatConstant } from '#specification/cel/format-constant.js';
import { findEntryOnDay } from '#specification/cel/constant-values.js';
import { type Constant, type ConstantEntry, OTHER_KEYS } from '#specification/model/constant.js';
import { findChoiceTitle } from '#specification/sections/constants/constants-by-key.js';
import { keyToTitle } from '#specification/sections/common-shapes.js';
import { createLocalDayLookup } from '#specification/values/calendar-date.js';
import { removeLineBreaks } from '#specification/field-types/text.js';
import type { Specification } from '#specification/model/specification.js';
import { getErrorsAt } from '../errors/errors-by-field.js';
import { constantsHref, specificationHref } from '../addresses/page-addresses.js';
import { displayPersonName } from '../display/person-names.js';
import { displayRefusals } from '../errors/displayed-refusals.js';
import type { ReferenceNames } from '#query-handling/names/find-names.js';
import type { Translate } from '#views/messages/translate.js';

export interface PostedConstants {
  readonly form: Readonly<Record<string, string>>;
  readonly reasons: readonly Reason[];
}

export interface ConstantsOnDay {
  readonly day: string;
  /** In force at the end of the day. */
  readonly published: Pick<PublishedVersion, 'specification' | 'version'>;
  readonly isBeforeFirst: boolean;
}

interface ConstantsPageSource {
  readonly specification: Specification;
  /** undefined: today. */
  readonly past?: ConstantsOnDay | undefined;
  readonly document: Pick<SpecificationDocument, 'constants'>;
  readonly actor: Actor;
  readonly now: string;
  readonly names: ReferenceNames;
  readonly hidden: Readonly<Record<string, string>>;
  readonly typed?: PostedConstants;
  readonly t: Translate;
}

export function presentConstants(showing: ConstantsPageSource): Omit<ConstantsPage, 'frame'> {
  const { specification, past, document, names, typed, t } = showing;
  const today = createLocalDayLookup(specification.timeZone)(showing.now);
  const form = past ? undefined : formOf(showing, today);
  const { specification: held, version } = past?.published ?? { specification, version: undefined };
  return {
    back: { href: specificationHref(specification.key), title: specification.name },
    action: constantsHref(specification.key),
    ...(past && { past: presentDay(past) }),
    constants: Object.values(held.constants).map((each) =>
      presentConstant(each, { specification: held, version, day: past?.day ?? today, t }),
    ),
    ...(form && { form }),
    history: (document.constants ?? []).toReversed().map(({ constant, key, by, ...change }) => ({
      what: valueTitle({ constant, key }, specification, t),
      before: change.before === null ? null : formatConstantText(specification, constant, change.before, t),
      text: formatConstantText(specification, constant, change.text, t),
      from: change.from,
      at: change.at,
      reason: change.reason,
      by: displayPersonName(names, by, t),
    })),
    refusals: typed ? displayRefusals(typed.reasons, specification.key) : [],
  };
}

/** “€5,000” for `5000 EUR`; unknown texts are returned unchanged. */
export function formatConstantText(
  specification: Specification,
  key: string,
  text: string,
  t: Pick<Translate, 'language'>,
): string {
  const { constants } = specification;
  const type = Object.hasOwn(constants, key) ? constants[key]!.type : 'string';
  return formatParameter(formatConstant(type, text, specification), t.language);
}

/** “Invoice tolerance, Workshop” */
function valueTitle(
  { constant: name, key }: { readonly constant: string; readonly key: string | null },
  specification: Specification,
  t: Translate,
): string {
  const { constants } = specification;
  const constant = Object.hasOwn(constants, name) ? constants[name] : undefined;
  const title = constant?.title ?? keyToTitle(name);
  return key === null ? title : `${title}, ${keyTitle(key, constant?.by, { specification, t })}`;
}

/** Label of a choice of the constant's `by` field. */
function keyTitle(
  key: string,
  by: string | undefined,
  { specification, t }: { readonly specification: Specification; readonly t: Translate },
): string {
  if (key === OTHER_KEYS) return t('constants.allOthers');
  return (by === undefined ? undefined : findChoiceTitle(specification, by, key)) ?? key;
}

function presentDay({
  day,
  isBeforeFirst,
  published: { specification, version },
}: ConstantsOnDay): ConstantsPage['past'] {
  return { day, version, href: specificationHref(specification.key, { version }), isBeforeFirst };
}

interface ConstantSource {
  readonly specification: Specification;
  /** undefined: the newest. */
  readonly version: number | undefined;
  readonly day: string;
  readonly t: Translate;
}

function presentConstant(
  constant: Constant,
  { specification, version, day, t }: ConstantSource,
): ConstantRow {
  const { key, title, by, on, values, changedBy, place } = constant;
  const entity = on === undefined ? undefined : specification.entities[on];
  const names = { specification, today: day, ...(entity && { entity }) };
  const written = (text: string) => formatConstantText(specification, key, text, t);
  const entry = findEntryOnDay(values, day);
  const cells = entry?.cells?.map((cell) => ({
    of:
      cell.when === undefined
        ? keyTitle(cell.key ?? OTHER_KEYS, by, { specification, t })
        : formatParameter(describeCondition(cell.when, names) ?? cell.when, t.language),
    text: written(cell.text),
  }));
  return {
    key,
    title,
    held: cells ?? [{ text: written(entry?.text ?? '') }],
    ...(entry?.from !== undefined && entry.from <= day && { from: entry.from }),
    earlier: listEarlier(values, entry).map(({ from, text }) => ({
      ...(from !== undefined && { from }),
      text: written(text),
    })),
    next: values.flatMap(({ from, text }) =>
      from !== undefined && from > day ? [{ from, text: written(text) }] : [],
    ),
    ...(changedBy && { changedBy: joinRoleTitles(specification, changedBy.roles) }),
    source: {
      line: place.line,
      href: specificationHref(specification.key, { line: place.line, version }),
    },
  };
}

const listEarlier = (
  values: Constant['values'],
  entry: ConstantEntry | undefined,
): readonly ConstantEntry[] => (entry ? values.slice(0, values.indexOf(entry)) : []);

type Versions = SpecificationDocument['versions'];

/** The last version published by the end of the day; the first one for earlier days. */
export function findVersionOnDay(
  versions: Versions,
  day: string,
  timeZone: string,
): { readonly version: number; readonly isBeforeFirst: boolean } {
  const toLocalDay = createLocalDayLookup(timeZone);
  const found = versions.findLast(({ publishedAt }) => toLocalDay(publishedAt) <= day);
  return { version: (found ?? versions[0])?.version ?? 0, isBeforeFirst: found === undefined };
}

/** A constant, or one key of it, that this person may change. */
export interface ChangeableConstant {
  readonly name: string;
  readonly constant: string;
  readonly key: string | null;
  /** Current value in input notation. */
  readonly text: string;
}

export function listChangeableConstants({
  specification,
  actor,
  now,
}: Pick<ConstantsPageSource, 'specification' | 'actor' | 'now'>): readonly ChangeableConstant[] {
  const today = createLocalDayLookup(specification.timeZone)(now);
  return Object.values(specification.constants)
    .filter((constant) => constant.kind !== 'table' && canChangeConstant(constant, actor))
    .flatMap(({ key: constant, values }) => {
      const entry = findEntryOnDay(values, today);
      const cells = entry?.cells ?? [{ text: entry?.text ?? '' }];
      return cells.map(({ key = null, text }: { key?: string | null; text: string }, index) => ({
        name: `value-${constant}-${index}`,
        constant,
        key,
        text: removeLineBreaks(text).trim(),
      }));
    });
}

function formOf(showing: ConstantsPageSource, today: string): ConstantsForm | undefined {
  const { specification, hidden, typed, t } = showing;
  const values = listChangeableConstants(showing);
  if (values.length === 0) return undefined;
  const input = (name: string, value: string, field: string): Omit<ConstantsInput, 'title'> => ({
    name,
    value: typed?.form[name] ?? value,
    errors: getErrorsAt(typed?.reasons ?? [], field),
  });
  return {
    action: constantsHref(specification.key),
    hidden,
    inputs: values.map(({ name, constant, key, text }) => ({
      title: valueTitle({ constant, key }, specification, t),
      ...input(name, text, key === null ? constant : `${constant}.${key}`),
    })),
    from: input('from', today, 'from'),
    reason: input('reason', '', 'reason'),
  };
}
