import { parseConstantOfType } from '#specification/cel/constant-values.js';
import type { ConstantInScope } from '#specification/cel/entity-environment.js';
import { DecisionTable, createMapWithDefault } from '#specification/cel/convert-field-values.js';
import {
  type Constant,
  type ConstantChange,
  type ConstantEntry,
  OTHER_KEYS,
} from '#specification/model/constant.js';
import { toNullPrototypeObject } from '#specification/document/null-prototype-object.js';
import { type ConstantCell, checkEntries, readEntries, type DatedEntry } from './constant-entries.js';
import { checkEntryKeys, isChoiceOfField, type ConstantKeysContext } from './constants-by-key.js';
import { type Path, getLocationAt } from '../section-context.js';
import { keyToTitle } from '../common-shapes.js';
import type { ConstantsSection } from './constants-shape.js';
import { checkDecisionTable, type UncompiledTable } from './decision-tables.js';
import { compareAscending } from '#specification/values/compare-ascending.js';

export interface DeclaredConstants {
  readonly constants: Readonly<Record<string, Constant>>;
  readonly inScope: Readonly<Record<string, ConstantInScope>>;
  readonly tables: readonly UncompiledTable[];
}

interface ParsedConstant {
  readonly constant: Constant;
  readonly inScope: ConstantInScope;
  readonly tables: readonly UncompiledTable[];
}

export interface ConstantsContext extends ConstantKeysContext {
  readonly changes: readonly ConstantChange[];
}

export function readConstants(reading: ConstantsContext): DeclaredConstants {
  const shown = Object.entries(reading.section.data.constants ?? {});
  const read = shown.map(([key, each]) => [key, readConstant(reading, key, each)] as const);
  return {
    constants: toNullPrototypeObject(read.map(([key, { constant }]) => [key, constant])),
    inScope: toNullPrototypeObject(read.map(([key, { inScope }]) => [key, inScope])),
    tables: read.flatMap(([, { tables }]) => tables),
  };
}

export const readConstantTitles = (
  section: ConstantsSection,
  fields: ConstantKeysContext['fields'],
): readonly Pick<Constant, 'key' | 'title'>[] =>
  Object.entries(section.data.constants ?? {}).map(([key, shown]) => {
    const [first] = readEntries(section, ['constants', key], shown, (by, value) =>
      isChoiceOfField(fields, by, value),
    );
    return { key, title: first?.title ?? keyToTitle(key) };
  });

function readConstant(
  reading: ConstantsContext,
  key: string,
  shown: Parameters<typeof readEntries>[2],
): ParsedConstant {
  const path: Path = ['constants', key];
  const declared = readEntries(reading.section, path, shown, (by, value) =>
    isChoiceOfField(reading.fields, by, value),
  );
  checkConstants(reading, declared);
  const { kind, by, on, cells, title = keyToTitle(key) } = declared[0]!;
  const own = reading.changes.filter(({ constant }) => constant === key);
  const entries = kind === 'table' ? sortByDate(declared) : applyChanges(sortByDate(declared), own);
  const type = cells[0]?.type ?? 'dyn';
  const constant: Constant = {
    key,
    title,
    kind,
    type,
    ...(by !== undefined && { by }),
    ...(on !== undefined && { on }),
    values: entries.map(toConstantEntry),
    place: getLocationAt(reading.section, path),
  };
  return { constant, ...IN_SCOPE[kind](type, entries, on) };
}

function checkConstants(reading: ConstantsContext, declared: readonly DatedEntry[]): void {
  const { section, problems } = reading;
  checkEntries(section, declared, problems);
  for (const entry of declared) {
    if (entry.kind === 'by key') checkEntryKeys(reading, entry);
    if (entry.kind === 'table') checkDecisionTable(section, entry, problems);
  }
}

type ConstantScoping = (
  type: string,
  entries: readonly DatedEntry[],
  on?: string,
) => Omit<ParsedConstant, 'constant'>;

const IN_SCOPE: Readonly<Record<DatedEntry['kind'], ConstantScoping>> = {
  value: (type, entries) => ({ inScope: { type, values: entries.map(readPlainConstant) }, tables: [] }),
  'by key': (type, entries) => ({ inScope: readKeyedConstant(type, entries), tables: [] }),
  table: createTables,
};

const sortByDate = (entries: readonly DatedEntry[]): readonly DatedEntry[] =>
  entries.toSorted((one, other) => compareAscending(one.from ?? '', other.from ?? ''));

const toDated = ({ from }: DatedEntry) => (from === undefined ? {} : { from });
function readPlainConstant(entry: DatedEntry) {
  return { value: entry.cells[0]?.value, ...toDated(entry) };
}

function readKeyedConstant(type: string, entries: readonly DatedEntry[]): ConstantInScope {
  const values = entries.map((entry) => {
    const others = entry.cells.find(({ key }) => key === OTHER_KEYS);
    const own = entry.cells.filter((cell) => cell !== others);
    return {
      value: createMapWithDefault(new Map(own.map(({ key, value }) => [key!, value])), others),
      ...toDated(entry),
    };
  });
  const keys = entries.map(({ cells }) => new Set(cells.map(({ key }) => key!)));
  const known = [...(keys[0] ?? [])].filter((key) =>
    keys.every((each) => each.has(key) || each.has(OTHER_KEYS)),
  );
  const every = keys.every((each) => each.has(OTHER_KEYS));
  return { type: `map<string, ${type}>`, values, keys: { known, every } };
}

function createTables(
  type: string,
  entries: readonly DatedEntry[],
  on?: string,
): Omit<ParsedConstant, 'constant'> {
  const tables = entries.map((entry) => ({ table: new DecisionTable(), entry }));
  const conditions = entries.flatMap(({ cells }) => cells.flatMap(({ when }) => when ?? []));
  const values = tables.map(({ table, entry }) => ({ value: table, ...toDated(entry) }));
  return { inScope: { type, values, table: { conditions, ...(on !== undefined && { on }) } }, tables };
}

type ChangedEntry = DatedEntry & { readonly changed?: true };

/** A change holds until a later entry; on the same day it wins. */
function applyChanges(
  entries: readonly DatedEntry[],
  changes: readonly ConstantChange[],
): readonly ChangedEntry[] {
  const [first] = entries;
  if (!first) return entries;
  let all: readonly ChangedEntry[] = entries;
  for (const change of changes) all = applyChange(all, first, change);
  return all;
}

function applyChange(
  entries: readonly ChangedEntry[],
  first: DatedEntry,
  change: ConstantChange,
): readonly ChangedEntry[] {
  const { key, text, from } = change;
  const type = first.cells[0]?.type ?? 'dyn';
  const typed = parseConstantOfType(text, type);
  if (!typed || (key === null) !== (first.kind === 'value')) return entries;
  const cell: ConstantCell = { ...typed, text, path: first.path, ...(key !== null && { key }) };
  const until = entries.filter((entry) => (entry.from ?? '') <= from);
  const before = until.at(-1) ?? entries[0]!;
  const changed: ChangedEntry = { ...before, from, cells: replaceCell(before.cells, cell), changed: true };
  const earlier = until.filter((entry) => entry.from !== from);
  const later = entries.filter((entry) => (entry.from ?? '') > from);
  return [...earlier, changed, ...(key === null ? later : carryChangeOn(later, before, cell))];
}

/** Later entries repeat unchanged values. */
function carryChangeOn(
  later: readonly ChangedEntry[],
  before: DatedEntry,
  cell: ConstantCell,
): readonly ChangedEntry[] {
  const held = before.cells.find(({ key }) => key === cell.key)?.text;
  const until = later.findIndex(({ cells }) => cells.find(({ key }) => key === cell.key)?.text !== held);
  const same = until < 0 ? later : later.slice(0, until);
  return [
    ...same.map((entry) => ({ ...entry, cells: replaceCell(entry.cells, cell) })),
    ...later.slice(same.length),
  ];
}

const replaceCell = (cells: readonly ConstantCell[], cell: ConstantCell): readonly ConstantCell[] =>
  cells.some(({ key }) => key === cell.key) || cell.key !== undefined
    ? [...cells.filter(({ key }) => key !== cell.key), cell].toSorted(
        (a, b) => rankCell(cells, a) - rankCell(cells, b),
      )
    : [cell];

function rankCell(cells: readonly ConstantCell[], { key }: ConstantCell): number {
  const index = cells.findIndex((each) => each.key === key);
  return index < 0 ? cells.length : index;
}

function toConstantEntry(entry: ChangedEntry): ConstantEntry {
  const { kind, cells, changed } = entry;
  const text = kind === 'value' ? (cells[0]?.text ?? '') : cells.map(describeCell).join(', ');
  const texts = cells.map(({ key, when, text: each }) => ({
    ...(when === undefined ? key !== undefined && { key } : { when }),
    text: each,
  }));
  return { text, ...toDated(entry), ...(kind !== 'value' && { cells: texts }), ...(changed && { changed }) };
}

const describeCell = ({ key, when, text }: ConstantCell): string =>
  when === undefined ? `${key === OTHER_KEYS ? 'otherwise' : key} ${text}` : `${text} where ${when}`;
