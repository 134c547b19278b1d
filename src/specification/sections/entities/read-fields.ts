import { getCurrencyPlaces, isCurrency } from '#specification/values/currency.js';
import { parseDecimal, roundDecimal } from '#specification/values/decimal.js';
import { findNodeAt, listNamesAt, getPositionAt } from '#specification/document/yaml-node.js';
import { type CooperativeTask, mapInSteps } from '#specification/cooperative-task.js';
import { FIELD_TYPES, getFieldType } from '#specification/field-types/find-field-type.js';
import type { Choice, Field } from '#specification/model/specification.js';
import type { FieldDeclaration } from './entities-shape.js';
import { checkFieldOptions } from './field-options.js';
import { suggestCurrency } from '../product/read-product.js';
import {
  checkReference,
  listNamesWithPaths,
  type Path,
  getLocationAt,
  readWrittenText,
} from '../section-context.js';
import { parseBytes, toList, keyToTitle } from '../common-shapes.js';
import type { FieldsContext } from './fields-context.js';

type FieldDeclarations = Readonly<Record<string, string | FieldDeclaration>>;

export function* readFields(
  reading: FieldsContext,
  path: Path,
  shown: FieldDeclarations | undefined,
): CooperativeTask<readonly Field[]> {
  return yield* mapInSteps(Object.entries(shown ?? {}), ([key, field]) => {
    const options = (typeof field === 'string' ? { type: field } : field) as FieldDeclaration;
    return readField(reading, [...path, key], key, options);
  });
}

function* readField(
  reading: FieldsContext,
  path: Path,
  key: string,
  shown: FieldDeclaration,
): CooperativeTask<Field> {
  const { section } = reading;
  checkFieldOptions(reading, path, key, shown);
  const money = getFieldType(shown).isAmount ? { currency: readCurrency(reading, path, shown) } : {};
  const places = readPlaces(shown, money.currency);
  const { min, max } = readBounds(reading, path, shown, places);
  const pattern = shown.pattern;
  return {
    key,
    title:
      shown.title === undefined ? keyToTitle(key) : readWrittenText(section, [...path, 'title'], shown.title),
    type: shown.type,
    place: getLocationAt(section, path),
    ...(shown.help === undefined ? {} : { help: readWrittenText(section, [...path, 'help'], shown.help) }),
    required: shown.required ?? false,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(pattern === undefined ? {} : { pattern }),
    multiline: shown.multiline ?? false,
    places,
    ...money,
    choices: readChoices(reading, path, shown),
    ...readTarget(reading, path, shown),
    accept: readFileEndings(reading, path, shown),
    fields: yield* readFields(reading, [...path, 'fields'], shown.fields),
    unique: shown.unique ?? false,
    ...(shown.was !== undefined && { was: shown.was }),
    ...(shown.personal === undefined ? {} : { personal: readPersonalField(reading, path, shown.personal) }),
    aliases: [...toList(shown.alias), ...toList(shown.aliases)],
  };
}

function readCurrency(
  { section, currency, problems }: FieldsContext,
  path: Path,
  shown: FieldDeclaration,
): string {
  if (shown.currency === undefined) return currency;
  if (isCurrency(shown.currency)) return shown.currency;
  const spot = getPositionAt(section.node, [...path, 'currency']);
  problems.report(
    spot,
    `there is no currency \`${shown.currency.slice(0, 60)}\``,
    suggestCurrency(shown.currency),
  );
  return currency;
}

function readPlaces(shown: FieldDeclaration, currency: string | undefined): number {
  if (currency !== undefined) return getCurrencyPlaces(currency);
  return getFieldType(shown).places?.(shown.places) ?? 0;
}

type Bounds = Partial<Record<'min' | 'max', number>>;

function readBounds(reading: FieldsContext, path: Path, shown: FieldDeclaration, places: number): Bounds {
  const found: Bounds = {};
  for (const end of ['min', 'max'] as const) {
    const value = shown[end];
    if (value !== undefined) found[end] = readBound(reading, [...path, end], { shown, value }, places);
  }
  if (found.min !== undefined && found.max !== undefined && found.min > found.max) {
    const spot = getPositionAt(reading.section.node, [...path, 'min']);
    reading.problems.report(spot, '`min` is larger than `max`', 'exchange the two');
  }
  return found;
}

function readBound(
  { section, problems }: FieldsContext,
  path: Path,
  { shown, value }: { readonly shown: FieldDeclaration; readonly value: string | number },
  places: number,
): number | undefined {
  const spot = getPositionAt(section.node, path);
  if (getFieldType(shown).inBytes) {
    if (typeof value === 'number' || /^\d+(\.\d+)?\s*(B|[kK]B|MB|GB)$/.test(value)) return parseBytes(value);
    problems.report(spot, `\`${value}\` is no size`, 'write it like `10 MB`');
    return undefined;
  }
  const written = findNodeAt(section.node, path)?.source ?? String(value);
  const source = /\s[A-Z]{3}$/.test(written) ? written.slice(0, -4).trimEnd() : written;
  const parsed = parseDecimal(source);
  if (!parsed) {
    problems.report(spot, `\`${source.slice(0, 60)}\` is no number`, 'write it like `10` or `0.50`');
    return undefined;
  }
  if (
    parsed.places > places &&
    roundDecimal(parsed, places).units * 10n ** BigInt(parsed.places - places) !== parsed.units
  ) {
    problems.report(spot, `\`${source}\` has more than ${places} digits after the point`, 'round it');
  }
  return Number(roundDecimal(parsed, places).units);
}

function readChoices({ section }: FieldsContext, path: Path, { of }: FieldDeclaration): readonly Choice[] {
  if (of === undefined) return [];
  if (Array.isArray(of)) {
    return of
      .map((value, index) => readWrittenText(section, [...path, 'of', index], value))
      .map((value) => ({ value, title: value }));
  }
  return Object.entries(of).map(([value, shown]) => {
    if (typeof shown !== 'object')
      return { value, title: readWrittenText(section, [...path, 'of', value], shown) };
    const { title } = shown;
    return {
      value,
      title: title === undefined ? value : readWrittenText(section, [...path, 'of', value, 'title'], title),
    };
  });
}

function readTarget(
  reading: FieldsContext,
  path: Path,
  { to, role }: FieldDeclaration,
): Pick<Field, 'to' | 'roles'> {
  return {
    ...(to === undefined ? {} : { to: readReferencedEntity(reading, path, to) }),
    ...(role === undefined ? {} : { roles: readUserRoles(reading, [...path, 'role'], role) }),
  };
}

function readFileEndings(
  { section, problems }: FieldsContext,
  path: Path,
  { accept }: FieldDeclaration,
): readonly string[] {
  return toList(accept).map((shown) => {
    const ending = shown.replace(/^\./, '').toLowerCase();
    if (!/^[a-z0-9][a-z0-9._-]{0,11}$/.test(ending))
      problems.report(
        getPositionAt(section.node, [...path, 'accept']),
        `\`${shown.slice(0, 60)}\` is no ending of files`,
        'write endings: `accept: [pdf, jpg]`',
      );
    return ending;
  });
}

function readReferencedEntity({ section, problems }: FieldsContext, path: Path, to: string): string {
  const entities = listNamesAt(section.node, ['entities']);
  checkReference(section, { path: [...path, 'to'], name: to, what: 'entity %' }, entities, problems);
  return to;
}

function readUserRoles(
  { section, roles, problems }: FieldsContext,
  path: Path,
  shown: string | readonly string[],
): readonly string[] {
  for (const { name, path: place } of listNamesWithPaths(shown, path))
    checkReference(section, { path: place, name, what: 'role %', otherwise: DECLARE_ROLE }, roles, problems);
  return toList(shown);
}

const DECLARE_ROLE = 'declare it under `## 6. Roles and permissions`';

function readPersonalField(
  { section, entity, problems }: FieldsContext,
  path: Path,
  personal: string,
): string {
  if (personal === 'record') return personal;
  const fields = findNodeAt(section.node, ['entities', entity, 'fields']);
  const users = listNamesAt(fields, []).filter((key) => {
    const shown = findNodeAt(fields, [key])?.value as { type?: unknown } | string | null;
    const type = typeof shown === 'string' ? shown : shown?.type;
    return (
      typeof type === 'string' && FIELD_TYPES.includes(type) && getFieldType({ type }).pointsTo === 'person'
    );
  });
  const spot = { path: [...path, 'personal'], name: personal };
  checkReference(section, { ...spot, what: `user field % in ${entity}` }, [...users, 'record'], problems);
  return personal;
}
