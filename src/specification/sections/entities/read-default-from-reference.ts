// `default: record.costCentre.budgetHolder` copies from the referenced record.
import { describeType } from '#specification/cel/describe-type.js';
import { getCelType } from '#specification/cel/convert-field-values.js';
import { suggestName } from '#specification/document/nearest-name.js';
import { findNodeAt, findPositionInText, readScalarText } from '#specification/document/yaml-node.js';
import { hasSingleValue, getFieldType, findField } from '#specification/field-types/find-field-type.js';
import type { Field } from '#specification/model/specification.js';
import type { FieldExpressionsContext } from './field-expressions-context.js';
import type { Path } from '../section-context.js';

const FOLLOWING = /^\s*record\.([a-z]\w*)\.([a-z]\w*)\s*$/i;

/** `broken`: reported; undefined: another kind of default. */
export function readDefaultFromReference(
  { section, environment, problems, fieldsOf }: FieldExpressionsContext,
  path: Path,
  field: Field,
): Field['follows'] | 'broken' {
  const node = findNodeAt(section.node, path);
  const source = readScalarText(node) ?? '';
  const [, reference = '', key = ''] = FOLLOWING.exec(source) ?? [];
  const entity = environment.entity && findField(environment.entity, reference)?.to;
  if (!node || entity === undefined || !hasSingleValue(field)) return undefined;
  const known = fieldsOf[entity] ?? [];
  const problem = findDefaultIssue(field, key, entity, known);
  if (!problem) return { reference, field: key };
  problems.report(findPositionInText(node, source.lastIndexOf(key)), ...problem);
  return 'broken';
}

type DefaultIssue = readonly [message: string, remedy?: string];

function findDefaultIssue(
  field: Field,
  key: string,
  entity: string,
  known: readonly Field[],
): DefaultIssue | undefined {
  const target = findField({ fields: known }, key);
  if (target) return compareWithTarget(field, target, entity);
  const keys = known.map((each) => each.key);
  return [`no field \`${key.slice(0, 60)}\` in ${entity}`, suggestName(key, keys)];
}

function compareWithTarget(field: Field, target: Field, entity: string): DefaultIssue | undefined {
  const name = `\`${target.key}\` in ${entity}`;
  if (target.personal !== undefined)
    return [`${name} is personal: here it would stand open`, 'leave it out, or leave out its `personal`'];
  if (field.type !== target.type || field.to !== target.to || field.places !== target.places)
    return [`${name} is ${describeField(target)}, and \`${field.key}\` is ${describeField(field)}`];
  return field.currency === target.currency
    ? undefined
    : [`${name} is in ${target.currency}, and \`${field.key}\` in ${field.currency}`];
}

function describeField(field: Field): string {
  if (field.to !== undefined) return `a reference to ${field.to}`;
  return hasSingleValue(field) && getFieldType(field).pointsTo === undefined
    ? describeType(getCelType(field))
    : `a ${field.type}`;
}
