import { type TypedConstant, parseConstant } from '#specification/cel/constant-values.js';
import { describeType } from '#specification/cel/describe-type.js';
import { OTHER_KEYS } from '#specification/model/constant.js';
import { findNodeAt, getPositionAt } from '#specification/document/yaml-node.js';
import { isDate } from '#specification/values/calendar-date.js';
import type {
  ConstantsSection,
  ConstantDeclaration,
  EntryDeclaration,
  RowDeclaration,
} from './constants-shape.js';
import { type Path, type Problems, readWrittenText } from '../section-context.js';

export interface ConstantCell extends TypedConstant {
  readonly key?: string;
  readonly when?: string;
  readonly text: string;
  readonly path: Path;
}

export interface DatedEntry {
  readonly kind: 'value' | 'by key' | 'table';
  readonly path: Path;
  readonly title?: string;
  readonly from?: string;
  readonly by?: string;
  readonly on?: string;
  readonly cells: readonly ConstantCell[];
}

export type IsChoice = (by: string, value: string) => boolean;

export function readEntries(
  section: ConstantsSection,
  path: Path,
  shown: ConstantDeclaration,
  isChoice: IsChoice,
): readonly DatedEntry[] {
  if (Array.isArray(shown))
    return (shown as readonly EntryDeclaration[]).map((entry, index) =>
      readEntry(section, [...path, index], entry, isChoice),
    );
  if (typeof shown === 'object') return [readEntry(section, path, shown as EntryDeclaration, isChoice)];
  return [{ kind: 'value', path, cells: [readCell(section, path, shown)] }];
}

function readEntry(
  section: ConstantsSection,
  path: Path,
  shown: EntryDeclaration,
  isChoice: IsChoice,
): DatedEntry {
  const isKey = 'by' in shown && typeof shown.by === 'string' && isChoice(shown.by, 'title');
  const dated = {
    path,
    ...(typeof shown.from === 'string' && { from: shown.from }),
    ...(shown.title !== undefined &&
      !isKey && { title: readWrittenText(section, [...path, 'title'], shown.title) }),
  };
  if ('table' in shown && Array.isArray(shown.table)) {
    const rows = shown.table as readonly RowDeclaration[];
    const cells = rows.map((row, index) => readRow(section, [...path, 'table', index], row));
    const { on } = shown;
    return { ...dated, kind: 'table', cells, ...(typeof on === 'string' && { on }) };
  }
  if ('by' in shown && typeof shown.by === 'string') {
    const options = isKey ? ['by', 'from'] : ['by', 'from', 'title'];
    const keys = Object.entries(shown).filter(([key]) => !options.includes(key));
    const cells = keys.map(([key, value]) => ({
      key,
      ...readCell(section, [...path, key], value as string),
    }));
    return { ...dated, kind: 'by key', by: shown.by, cells };
  }
  return {
    ...dated,
    kind: 'value',
    cells: [readCell(section, [...path, 'value'], (shown as { value: string }).value)],
  };
}

function readRow(section: ConstantsSection, path: Path, row: RowDeclaration): ConstantCell {
  if ('else' in row) return { key: OTHER_KEYS, ...readCell(section, [...path, 'else'], row.else) };
  const when = findNodeAt(section.node, [...path, 'when'])?.source ?? String(row.when);
  return { when, ...readCell(section, [...path, 'is'], row.is) };
}

function readCell({ node }: ConstantsSection, path: Path, shown: string | number | boolean): ConstantCell {
  const text = findNodeAt(node, path)?.source ?? String(shown);
  return { ...parseConstant(shown, text), text, path };
}

export function checkEntries(
  section: ConstantsSection,
  entries: readonly DatedEntry[],
  problems: Problems,
): void {
  const [first] = entries;
  for (const entry of entries) {
    if (entry.kind !== first?.kind)
      problems.report(
        getPositionAt(section.node, entry.path),
        `this is ${KINDS[entry.kind]}, the first is ${KINDS[first!.kind]}`,
        'write all of a constant in the same way',
      );
    checkTypes(section, first?.cells[0], entry.cells, problems);
    if (entry !== first && entry.title !== undefined)
      problems.report(
        getPositionAt(section.node, [...entry.path, 'title']),
        'the title is not with the first value',
        'write it once, with the first: it is the title of the constant, whatever its value',
      );
  }
  checkDays(section, entries, problems);
}

const KINDS: Readonly<Record<DatedEntry['kind'], string>> = {
  value: 'one value',
  'by key': 'a value by key',
  table: 'a table',
};

function checkTypes(
  { node }: ConstantsSection,
  first: ConstantCell | undefined,
  cells: readonly ConstantCell[],
  problems: Problems,
): void {
  for (const cell of cells) {
    if (!first || cell.type === first.type) continue;
    problems.report(
      getPositionAt(node, cell.path),
      `this is ${describeType(cell.type)}, the first value is ${describeType(first.type)}`,
      'give all values of a constant one type',
    );
  }
}

function checkDays({ node }: ConstantsSection, entries: readonly DatedEntry[], problems: Problems): void {
  const days = new Set<string>();
  for (const { from = '', path } of entries) {
    const spot = getPositionAt(node, [...path, 'from']);
    if (from !== '' && !isDate(from))
      problems.report(spot, `there is no day \`${from}\``, 'a day is written like `2026-01-31`');
    if (days.has(from)) {
      const since = from === '' ? 'without `from`' : `from ${from}`;
      problems.report(spot, `there are two values ${since}`, 'give each its own `from`');
    }
    days.add(from);
  }
}
