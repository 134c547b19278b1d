// Section 3: the expressions of fields, compiled now that all fields are known.
import type { ExpressionEnvironment } from '../cel/environment.js';
import { USER_TYPE } from '../cel/environment.js';
import { isDate, isInstant } from '../cel/calendar.js';
import { compile, type Wanted } from '../cel/expression.js';
import { celType, toStored } from '../cel/field-values.js';
import { recordFieldsIn } from '../cel/names.js';
import { typeWords } from '../cel/type-words.js';
import { parseDecimal, toUnits } from '../cel/decimal.js';
import { didYouMean } from '../document/nearest.js';
import { at, spotAt, textOf } from '../document/node.js';
import { type InPieces, oneByOne } from '../pieces.js';
import type { Expression, Field } from '../specification.js';
import type { Value } from '../value.js';
import { inCircles } from './circles.js';
import { refusePersonal } from './expressions.js';
import { type Path, placeAt, type Problems, type SectionData, type Spot } from './reading.js';

export interface ComputedReading {
  readonly section: SectionData<unknown>;
  readonly environment: ExpressionEnvironment;
  readonly problems: Problems;
}

export function* withExpressions(
  reading: ComputedReading,
  path: Path,
  fields: readonly Field[],
): InPieces<readonly Field[]> {
  const done = yield* oneByOne(fields, (field) => withExpression(reading, [...path, field.key], field));
  yield* checkCircles(reading, path, done);
  return done;
}

function* withExpression(reading: ComputedReading, path: Path, field: Field): InPieces<Field> {
  const computed = computedOf(reading, [...path, 'computed'], field);
  const fallback = defaultOf(reading, [...path, 'default'], field);
  const fields =
    field.fields.length > 0
      ? yield* oneByOne(field.fields, (column) =>
          withExpression(reading, [...path, 'fields', column.key], column),
        )
      : field.fields;
  return { ...field, fields, ...(computed ? { computed } : {}), ...(fallback ? { default: fallback } : {}) };
}

function computedOf(
  { section, environment, problems }: ComputedReading,
  path: Path,
  field: Field,
): Expression<Value> | undefined {
  const node = at(section.node, path);
  const source = textOf(node);
  if (!node || source === undefined || field.type === 'table' || field.type === 'file') return undefined;
  const expression = compile(
    environment,
    { source, node, section: section.number },
    wantedFor(field, []),
    problems,
  );
  if (expression) {
    const why = 'what is computed from it would show it';
    refusePersonal(
      environment,
      section,
      { path, source, ...(field.personal === undefined ? {} : { allowed: field.personal }) },
      why,
      problems,
    );
  }
  return expression;
}

/** Numbers fit exact fields: `default: 0` needs no `decimal(0)`. */
function defaultOf(
  { section, environment, problems }: ComputedReading,
  path: Path,
  field: Field,
): Expression<Value> | undefined {
  const node = at(section.node, path);
  const source = textOf(node);
  if (!node || source === undefined || field.type === 'table' || field.type === 'file') return undefined;
  const literal = literalOf(field, node.value, source);
  if (literal !== undefined)
    return { source, place: { ...placeAt(section, path), ...node.spot }, evaluate: () => literal };
  if (isPlainWord(field, source)) {
    reportPlainWord(field, source, spotAt(section.node, path), problems);
    return undefined;
  }
  return compile(
    environment,
    { source, node, section: section.number },
    wantedFor(field, ['null']),
    problems,
  );
}

/** A word that was not meant as an expression. */
function isPlainWord({ type }: Field, source: string): boolean {
  return (
    (type === 'choice' || type === 'text') &&
    /^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u.test(source) &&
    source !== 'null'
  );
}

function reportPlainWord({ type, choices }: Field, source: string, spot: Spot, problems: Problems): void {
  const word = `\`${source.slice(0, 60)}\``;
  if (type === 'choice') {
    problems.report(
      spot,
      `${word} is none of the choices`,
      didYouMean(
        source,
        choices.map(({ value }) => value),
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

function wantedFor(field: Field, extra: readonly string[]): Wanted<Value> {
  const type = celType(field);
  const types = [type, ...extra];
  if (field.type === 'decimal') types.push('int', 'double');
  if (field.type === 'user') types.push(USER_TYPE);
  const words =
    field.type === 'user' ? 'a user' : field.type === 'choice' ? 'one of its choices' : typeWords(type);
  return { types, words, convert: (result) => toStored(field, result) };
}

/** A default written as a plain value instead of an expression. */
function literalOf(field: Field, shown: unknown, source: string): Value | undefined {
  if (typeof shown === 'boolean') return field.type === 'boolean' ? shown : undefined;
  if (field.type === 'choice')
    return field.choices.some(({ value }) => value === source) ? source : undefined;
  if (typeof shown === 'number') return numberLiteral(field, source);
  if (field.type === 'date') return isDate(source) ? source : undefined;
  if (field.type === 'dateTime') return isInstant(source) ? new Date(source).toISOString() : undefined;
  return moneyLiteral(field, source);
}

function moneyLiteral(field: Field, source: string): Value | undefined {
  const [, amount = '', currency] = /^([+-]?[\d.]+)\s+([A-Z]{3})$/.exec(source) ?? [];
  return field.type === 'money' && currency === field.currency ? numberLiteral(field, amount) : undefined;
}

function numberLiteral(field: Field, source: string): Value | undefined {
  if (field.type === 'choice')
    return field.choices.some(({ value }) => value === source) ? source : undefined;
  if (field.type !== 'integer' && field.type !== 'decimal' && field.type !== 'money') return undefined;
  const parsed = parseDecimal(source);
  if (!parsed || parsed.places > field.places) return undefined;
  return toUnits(parsed, field.places);
}

/** Computed fields may be computed from each other, as long as there is one to begin with. */
function* checkCircles(
  { section, environment, problems }: ComputedReading,
  path: Path,
  fields: readonly Field[],
): InPieces<void> {
  const computed = fields.filter((field) => field.computed !== undefined);
  const keys = new Set(computed.map(({ key }) => key));
  const needs = new Map(
    yield* oneByOne(computed, (field) => {
      const used = recordFieldsIn(environment, field.computed?.source ?? '');
      return [field.key, [...new Set(used)].filter((key) => keys.has(key))] as const;
    }),
  );
  for (const key of inCircles(needs)) {
    const spot = spotAt(section.node, [...path, key, 'computed']);
    problems.report(
      spot,
      `\`${key}\` is computed from itself in the end`,
      'compute it from fields that do not need it',
    );
  }
}
