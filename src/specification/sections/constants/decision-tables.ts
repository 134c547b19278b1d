// The first matching row wins; the last is the default.
import {
  type ExpressionEnvironment,
  type SharedEnvironment,
  createEntityEnvironment,
} from '#specification/cel/entity-environment.js';
import { BOOLEAN_RESULT } from '#specification/cel/compile-cel.js';
import { findConstants } from '#specification/cel/check-names.js';
import type { DecisionTable } from '#specification/cel/convert-field-values.js';
import { OTHER_KEYS } from '#specification/model/constant.js';
import { suggestName } from '#specification/document/nearest-name.js';
import { getPositionAt } from '#specification/document/yaml-node.js';
import { type CooperativeTask, mapInSteps } from '#specification/cooperative-task.js';
import type { ConstantCell, DatedEntry } from './constant-entries.js';
import type { ConstantsSection } from './constants-shape.js';
import { compileExpressionAt } from '../compile-expression.js';
import type { Problems } from '../section-context.js';

export interface UncompiledTable {
  readonly table: DecisionTable;
  readonly entry: DatedEntry;
}

export function checkDecisionTable(
  section: ConstantsSection,
  { path, cells }: DatedEntry,
  problems: Problems,
): void {
  const firstRows = new Map<string, number>();
  let ended = false;
  cells.forEach((cell, index) => {
    const spot = getPositionAt(section.node, [...path, 'table', index]);
    const when = cell.when?.trim();
    if (ended)
      problems.report(spot, 'this row is never reached', 'a row before it always holds: put it last');
    else if (when !== undefined && firstRows.has(when))
      problems.report(
        spot,
        'this row is never reached',
        `row ${firstRows.get(when)! + 1} has the same condition`,
      );
    else if (when === 'false') problems.report(spot, 'this row never holds', 'leave it out');
    ended ||= cell.key === OTHER_KEYS || when === 'true';
    if (when !== undefined && !firstRows.has(when)) firstRows.set(when, index);
  });
  if (ended) return;
  const spot = getPositionAt(section.node, [...path, 'table', cells.length - 1]);
  problems.report(spot, 'the value where no row holds is not stated', 'end the table with `{ else: … }`');
}

interface TablesReading {
  readonly section: ConstantsSection;
  readonly problems: Problems;
  readonly shared: SharedEnvironment;
  readonly environments: Readonly<Record<string, ExpressionEnvironment>>;
}

export function* compileTables(
  reading: TablesReading,
  tables: readonly UncompiledTable[],
): CooperativeTask<void> {
  if (tables.length === 0) return;
  const withoutRecord = yield* createEntityEnvironment(reading.shared);
  yield* mapInSteps(tables, function* ({ table, entry }) {
    const environment = findEnvironment(reading, entry, withoutRecord);
    const rows = environment
      ? yield* mapInSteps(entry.cells, (cell, index) =>
          compileRow(reading, environment, entry, { cell, index }),
        )
      : [];
    table.decideBy(rows);
  });
}

function findEnvironment(
  { section, problems, environments }: TablesReading,
  { on, path }: DatedEntry,
  withoutRecord: ExpressionEnvironment,
): ExpressionEnvironment | undefined {
  if (on === undefined) return withoutRecord;
  if (Object.hasOwn(environments, on)) return environments[on];
  problems.report(
    getPositionAt(section.node, [...path, 'on']),
    `no entity \`${on}\``,
    suggestName(on, Object.keys(environments)),
  );
  return undefined;
}

function compileRow(
  { section, problems }: TablesReading,
  environment: ExpressionEnvironment,
  { path }: DatedEntry,
  { cell, index }: { readonly cell: ConstantCell; readonly index: number },
) {
  const at = [...path, 'table', index, 'when'];
  if (cell.when === undefined) return { value: cell.value };
  const when = compileExpressionAt(
    environment,
    section,
    { path: at, place: 'row of a table' },
    BOOLEAN_RESULT,
    problems,
  );
  const constants = findConstants(environment, cell.when);
  const other = constants.find((key) => environment.shared.constants[key]?.table);
  if (other !== undefined)
    problems.report(
      getPositionAt(section.node, at),
      `\`${other}\` is a table itself`,
      'a table asks for fields and for constants with one value',
    );
  return { value: cell.value, ...(when && { when }) };
}
