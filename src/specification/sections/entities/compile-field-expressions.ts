import { compileExpression, type ExpectedResult } from '#specification/cel/compile-cel.js';
import { getCelType, toStoredValue } from '#specification/cel/convert-field-values.js';
import { findRecordFields } from '#specification/cel/check-names.js';
import { describeType } from '#specification/cel/describe-type.js';
import { hasSingleValue, getFieldType } from '#specification/field-types/find-field-type.js';
import { suggestName } from '#specification/document/nearest-name.js';
import { type Node, findNodeAt, getPositionAt, readScalarText } from '#specification/document/yaml-node.js';
import { type CooperativeTask, mapInSteps } from '#specification/cooperative-task.js';
import type { Expression, Field } from '#specification/model/specification.js';
import type { Value } from '#specification/model/stored-value.js';
import { findCircularDependencies } from '#specification/values/circular-dependencies.js';
import type { FieldExpressionsContext } from './field-expressions-context.js';
import { readDefaultFromReference } from './read-default-from-reference.js';
import { reportPersonalFields } from '../compile-expression.js';
import { type Path, getLocationAt, type Problems, type Spot } from '../section-context.js';

export function* compileFieldExpressions(
  reading: FieldExpressionsContext,
  path: Path,
  fields: readonly Field[],
): CooperativeTask<readonly Field[]> {
  const done = yield* mapInSteps(fields, (field) =>
    compileFieldExpression(reading, [...path, field.key], field),
  );
  yield* checkCircularFields(reading, path, done);
  return done;
}

function* compileFieldExpression(
  reading: FieldExpressionsContext,
  path: Path,
  field: Field,
): CooperativeTask<Field> {
  const computed = compileComputed(reading, [...path, 'computed'], field);
  const follows = readDefaultFromReference(reading, [...path, 'default'], field);
  const fallback = follows ? undefined : compileDefault(reading, [...path, 'default'], field);
  const fields =
    field.fields.length > 0
      ? yield* mapInSteps(field.fields, (column) =>
          compileFieldExpression(reading, [...path, 'fields', column.key], column),
        )
      : field.fields;
  return {
    ...field,
    fields,
    ...(computed ? { computed } : {}),
    ...(fallback ? { default: fallback } : {}),
    ...(follows && follows !== 'broken' ? { follows } : {}),
  };
}

function findSource(
  section: FieldExpressionsContext['section'],
  path: Path,
  field: Field,
): { readonly node: Node; readonly source: string } | undefined {
  const node = findNodeAt(section.node, path);
  const source = readScalarText(node);
  return node && source !== undefined && hasSingleValue(field) ? { node, source } : undefined;
}

function compileComputed(
  { section, environment, problems }: FieldExpressionsContext,
  path: Path,
  field: Field,
): Expression<Value> | undefined {
  const found = findSource(section, path, field);
  if (!found) return undefined;
  const { node, source } = found;
  const expression = compileExpression(
    environment,
    { source, place: 'computed field', node, section: section.number },
    getExpectedResult(field, []),
    problems,
  );
  if (expression) {
    const why = 'what is computed from it would show it';
    reportPersonalFields(
      environment,
      section,
      { path, source, ...(field.personal === undefined ? {} : { allowed: field.personal }) },
      why,
      problems,
    );
  }
  return expression;
}

/** `default: 0` needs no `decimal(0)`. */
function compileDefault(
  { section, environment, problems }: FieldExpressionsContext,
  path: Path,
  field: Field,
): Expression<Value> | undefined {
  const found = findSource(section, path, field);
  if (!found) return undefined;
  const { node, source } = found;
  const literal = getFieldType(field).literal?.(field, node.value, source);
  if (literal !== undefined)
    return { source, place: { ...getLocationAt(section, path), ...node.spot }, evaluate: () => literal };
  if (isPlainWord(field, source)) {
    reportPlainWord(field, source, getPositionAt(section.node, path), problems);
    return undefined;
  }
  return compileExpression(
    environment,
    { source, place: 'default', node, section: section.number },
    getExpectedResult(field, ['null']),
    problems,
  );
}

function isPlainWord(field: Field, source: string): boolean {
  const { isListed, isProse } = getFieldType(field);
  return (
    (isListed || isProse || false) && /^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u.test(source) && source !== 'null'
  );
}

function reportPlainWord(field: Field, source: string, spot: Spot, problems: Problems): void {
  const word = `\`${source.slice(0, 60)}\``;
  if (getFieldType(field).isListed) {
    problems.report(
      spot,
      `${word} is none of the choices`,
      suggestName(
        source,
        field.choices.map(({ value }) => value),
      ),
    );
  } else {
    problems.report(
      spot,
      `${word} is read as an expression`,
      `write text in quotes of its own: "'${source.slice(0, 60)}'"`,
    );
  }
}

function getExpectedResult(field: Field, extra: readonly string[]): ExpectedResult<Value> {
  const type = getCelType(field);
  const { takes = [], wanted = describeType(type) } = getFieldType(field);
  return {
    types: [type, ...extra, ...takes],
    words: wanted,
    convert: (result) => toStoredValue(field, result),
  };
}

function* checkCircularFields(
  { section, environment, problems }: FieldExpressionsContext,
  path: Path,
  fields: readonly Field[],
): CooperativeTask<void> {
  const computed = fields.filter((field) => field.computed !== undefined);
  const keys = new Set(computed.map(({ key }) => key));
  const needs = new Map(
    yield* mapInSteps(computed, (field) => {
      const used = findRecordFields(environment, field.computed?.source ?? '');
      return [field.key, [...new Set(used)].filter((key) => keys.has(key))] as const;
    }),
  );
  for (const key of findCircularDependencies(needs)) {
    const spot = getPositionAt(section.node, [...path, key, 'computed']);
    problems.report(
      spot,
      `\`${key}\` is computed from itself in the end`,
      'compute it from fields that do not need it',
    );
  }
}
