// Section 2: what a report counts or sums up. Reports are declared now and run by a later version.
import { NotEvaluable } from '../not-evaluable.js';
import { didYouMean } from '../document/nearest.js';
import { at, keySpotAt, spotOf } from '../document/node.js';
import type { Entity, Expression, Screen } from '../specification.js';
import { checkKnown, type Path, placeAt } from './reading.js';
import { SCREEN_PROPERTIES } from './screen-fields.js';
import type { ScreensReading, ShownScreen } from './screens-reading.js';
import { typeOf } from '../field-types/type-of.js';

export function readReport(
  reading: ScreensReading,
  path: Path,
  entity: Entity,
  shown: ShownScreen,
): Screen['report'] {
  const { section, problems, fields } = reading;
  if (shown.by !== undefined) {
    const known = [...(fields[entity.key] ?? []), ...SCREEN_PROPERTIES];
    checkKnown(
      section,
      { path: [...path, 'by'], name: shown.by, what: `field % in ${entity.key}` },
      known,
      problems,
    );
  }
  if (shown.measure === undefined) {
    problems.report(
      keySpotAt(section.node, path),
      'it is not said what the report measures',
      'write `measure: count` or `measure: sum(amount)`',
    );
    return undefined;
  }
  checkMeasure(reading, [...path, 'measure'], entity, shown.measure);
  const measure = measureOf(shown.measure, reading, [...path, 'measure']);
  return {
    measure,
    ...(shown.by === undefined ? {} : { by: shown.by }),
    ...(shown.over === undefined ? {} : { over: shown.over }),
  };
}

function checkMeasure(
  { section, problems, fields }: ScreensReading,
  path: Path,
  entity: Entity,
  measure: string,
): void {
  const [found, , key = ''] =
    /^\s*(?:count|(sum|avg|min|max)\(\s*(?:record\.)?(\w+)\s*\))\s*$/.exec(measure) ?? [];
  const node = at(section.node, path);
  const spot = (index: number) => (node?.written ? spotOf(node, index) : keySpotAt(section.node, path));
  if (found === undefined) {
    problems.report(
      spot(0),
      `\`${measure.slice(0, 60)}\` is no measure`,
      'write `count`, or `sum(amount)`, `avg(…)`, `min(…)` or `max(…)`',
    );
    return;
  }
  if (key === '') return;
  const numbers = entity.fields.filter((field) => typeOf(field).isNumber).map((field) => field.key);
  const index = measure.lastIndexOf(key);
  if (!fields[entity.key]?.includes(key)) {
    problems.report(spot(index), `no field \`${key}\` in ${entity.key}`, didYouMean(key, numbers));
  } else if (entity.fields.some((field) => field.key === key) && !numbers.includes(key)) {
    problems.report(spot(index), `\`${key}\` is no number`, didYouMean('', numbers));
  }
}

function measureOf(source: string, { section }: ScreensReading, path: Path): Expression {
  const evaluate = () => {
    throw new NotEvaluable('reports are declared, but run by a later version');
  };
  return { source, place: placeAt(section, path), evaluate };
}
