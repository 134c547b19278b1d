import { suggestName } from '#specification/document/nearest-name.js';
import {
  findNodeAt,
  getKeyPositionAt,
  getPositionAt,
  findPositionInText,
} from '#specification/document/yaml-node.js';
import type { Entity, Measure, Report } from '#specification/model/specification.js';
import {
  checkReference,
  listNamesWithPaths,
  type Path,
  type Problems,
  type Spot,
} from '../section-context.js';
import { findFieldOrProperty, addRecordProperties } from './screen-fields.js';
import type { ScreensContext, ScreenDeclaration } from './screens-context.js';
import { hasSingleValue, getFieldType } from '#specification/field-types/find-field-type.js';
import { toList } from '../common-shapes.js';

const MAX_MEASURES = 5;
const MAX_KEYS = 2;
/** Columns that are no fields. */
const GROUPED = ['state', 'openedBy', 'assignee'];
const MOMENTS = ['openedAt', 'changedAt'];

export function readReport(
  reading: ScreensContext,
  path: Path,
  entity: Entity,
  shown: ScreenDeclaration,
): Report | undefined {
  const { section, problems } = reading;
  const by = readKeys(reading, [...path, 'by'], entity, shown.by);
  const over = readTime(reading, path, entity, shown);
  if (toList(shown.measure).length === 0) {
    problems.report(
      getKeyPositionAt(section.node, path),
      'it is not stated what the report measures',
      'write `measure: count` or `measure: sum(amount)`',
    );
    return undefined;
  }
  const measures = listNamesWithPaths(shown.measure, [...path, 'measure']).flatMap((each) =>
    readMeasure(reading, each.path, entity, each.name),
  );
  checkMaximum(reading, [...path, 'measure'], measures, { most: MAX_MEASURES, what: 'measures' });
  const chart = shown.chart ?? 'bar';
  const report = { measures, by, chart, ...(over && { over }) };
  checkChart(reading, [...path, 'chart'], report);
  return report;
}

function checkMaximum(
  { section, problems }: ScreensContext,
  path: Path,
  list: readonly unknown[],
  { most, what }: { readonly most: number; readonly what: string },
): void {
  if (list.length > most)
    problems.report(
      getPositionAt(section.node, path),
      `a report has ${most} ${what} at most`,
      'make two reports of it',
    );
}

function readKeys(
  reading: ScreensContext,
  path: Path,
  entity: Entity,
  shown: ScreenDeclaration['by'],
): readonly string[] {
  const { section, problems, fields } = reading;
  const known = addRecordProperties(fields[entity.key] ?? []);
  const keys = listNamesWithPaths(shown, path).filter((each) => {
    if (!checkReference(section, { ...each, what: `field % in ${entity.key}` }, known, problems))
      return false;
    const why = explainUngroupable(entity, each.name);
    if (why) problems.report(getPositionAt(section.node, each.path), why.problem, why.remedy);
    return !why;
  });
  checkMaximum(reading, path, keys, { most: MAX_KEYS, what: 'fields to group by' });
  return keys.map(({ name }) => name);
}

function explainUngroupable(entity: Entity, name: string): { problem: string; remedy: string } | undefined {
  const field = findFieldOrProperty(entity, name);
  const remedy = 'group by another field';
  if (field?.personal !== undefined)
    return { problem: `\`${name}\` is personal: it is encrypted, and cannot be grouped by`, remedy };
  if (field && (!hasSingleValue(field) || field.multiline))
    return { problem: `reports cannot be grouped by the ${field.type} \`${name}\``, remedy };
  if ((field && getFieldType(field).isMoment) || (!field && MOMENTS.includes(name)))
    return {
      problem: `every record has a \`${name}\` of its own`,
      remedy: `write \`over: month\` and \`time: ${name}\``,
    };
  if (!field && !GROUPED.includes(name))
    return { problem: `every record has a \`${name}\` of its own`, remedy };
  return undefined;
}

function readTime(
  { section, problems, fields }: ScreensContext,
  path: Path,
  entity: Entity,
  { over, time }: ScreenDeclaration,
): Report['over'] {
  if (time === undefined) return over && { unit: over, column: 'openedAt' };
  const at = [...path, 'time'];
  if (over === undefined) {
    problems.report(
      getKeyPositionAt(section.node, at),
      '`time` says what `over` goes by',
      'write `over: month`, or leave it out',
    );
    return undefined;
  }
  const known = addRecordProperties(fields[entity.key] ?? []);
  if (!checkReference(section, { path: at, name: time, what: `field % in ${entity.key}` }, known, problems))
    return undefined;
  const field = findFieldOrProperty(entity, time);
  const isTime = field
    ? (getFieldType(field).isDay ?? getFieldType(field).isMoment) === true
    : MOMENTS.includes(time);
  if (isTime && field?.personal === undefined) return { unit: over, column: time };
  problems.report(
    getPositionAt(section.node, at),
    isTime ? `\`${time}\` is personal: it is encrypted, and cannot be grouped by` : `\`${time}\` is no date`,
    suggestName('', listTimeFields(entity)),
  );
  return undefined;
}

const listTimeFields = (entity: Entity): readonly string[] => [
  ...entity.fields
    .filter(
      (field) => field.personal === undefined && (getFieldType(field).isDay || getFieldType(field).isMoment),
    )
    .map(({ key }) => key),
  ...MOMENTS,
];

const MEASURE =
  /^\s*(?:count|(sum|avg|average|median|p90|min|max)\(\s*(?:(?:record\.)?(\w+)|timeIn\(\s*(["'])(\w+)\3\s*\))\s*\))\s*$/;

function readMeasure(
  reading: ScreensContext,
  path: Path,
  entity: Entity,
  source: string,
): readonly Measure[] {
  const { section, problems, fields } = reading;
  const [found, name = 'count', key, , state] = MEASURE.exec(source) ?? [];
  const kind = (name === 'average' ? 'avg' : name) as Measure['kind'];
  const node = findNodeAt(section.node, path);
  const spot = (index: number): Spot =>
    node?.written ? findPositionInText(node, index) : getKeyPositionAt(section.node, path);
  if (found === undefined) {
    problems.report(
      spot(0),
      `\`${source.slice(0, 60)}\` is no measure`,
      "write `count`, or `sum(amount)`, `average(…)`, `median(…)`, `p90(…)`, `min(…)` or `max(…)`, of a number or of `timeIn('state')`",
    );
    return [];
  }
  if (state !== undefined) {
    checkStateOfMeasure(problems, entity, state, spot(source.lastIndexOf(state)));
    return [{ kind, timeIn: state }];
  }
  if (key === undefined) return [{ kind: 'count' }];
  checkNumberOfMeasure(problems, entity, { key, isThere: fields[entity.key]?.includes(key) === true }, () =>
    spot(source.lastIndexOf(key)),
  );
  return [{ kind, field: key }];
}

function checkStateOfMeasure(problems: Problems, entity: Entity, state: string, spot: Spot): void {
  const states = entity.lifecycle.states.map((each) => each.key);
  if (!states.includes(state))
    problems.report(spot, `no state \`${state}\` in ${entity.key}`, suggestName(state, states));
}

function checkNumberOfMeasure(
  problems: Problems,
  entity: Entity,
  { key, isThere }: { readonly key: string; readonly isThere: boolean },
  spot: () => Spot,
): void {
  const numbers = entity.fields.filter(
    (field) => getFieldType(field).isNumber && field.personal === undefined,
  );
  const names = numbers.map((field) => field.key);
  const field = findFieldOrProperty(entity, key);
  if (!isThere) problems.report(spot(), `no field \`${key}\` in ${entity.key}`, suggestName(key, names));
  else if (field && !getFieldType(field).isNumber)
    problems.report(spot(), `\`${key}\` is no number`, suggestName('', names));
  else if (field?.personal !== undefined)
    problems.report(
      spot(),
      `\`${key}\` is personal: it is encrypted, and cannot be summed up`,
      suggestName('', names),
    );
}

/** Refuses misleading charts. */
function checkChart(
  { section, problems }: ScreensContext,
  path: Path,
  { measures, by, over, chart }: Report,
): void {
  const refuse = (problem: string, remedy: string) =>
    problems.report(getPositionAt(section.node, path), problem, remedy);
  if (chart === 'line' && !over) refuse('a line goes over a time', 'write `over: month`, or `chart: bar`');
  if (chart !== 'donut') return;
  if (by.length + (over ? 1 : 0) !== 1)
    refuse('a donut shows the parts of one whole', 'group by one thing, or write `chart: bar`');
  if (measures.some(({ kind }) => kind !== 'count' && kind !== 'sum'))
    refuse('a donut shows parts that come to a whole: a count or a sum', 'write `chart: bar`');
}
