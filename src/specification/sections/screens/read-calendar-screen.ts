import { suggestName } from '#specification/document/nearest-name.js';
import { getKeyPositionAt, getPositionAt } from '#specification/document/yaml-node.js';
import { hasSingleValue, getFieldType } from '#specification/field-types/find-field-type.js';
import type { CalendarFields, Entity } from '#specification/model/specification.js';
import { checkReference, type Path } from '../section-context.js';
import { findFieldOrProperty, addRecordProperties } from './screen-fields.js';
import type { ScreensContext, ScreenDeclaration } from './screens-context.js';

const MOMENTS = ['openedAt', 'changedAt'];

export function readScreenCalendar(
  reading: ScreensContext,
  path: Path,
  entity: Entity,
  { from, until, label }: ScreenDeclaration,
): CalendarFields | undefined {
  const { section, problems } = reading;
  if (from === undefined) {
    const [first] = listTimeFields(entity);
    problems.report(
      getKeyPositionAt(section.node, path),
      'it is not stated when a record begins',
      `write \`from: ${first}\``,
    );
    return undefined;
  }
  const begins = readTime(reading, [...path, 'from'], entity, from);
  const ends = until === undefined ? undefined : readTime(reading, [...path, 'until'], entity, until);
  if (begins && ends && begins !== ends)
    problems.report(
      getPositionAt(section.node, [...path, 'until']),
      `\`${from}\` is a ${begins}, \`${until}\` a ${ends}`,
      'let both be dates, or both be moments',
    );
  if (label !== undefined && !readLabel(reading, [...path, 'label'], entity, label)) return undefined;
  return { from, ...(until !== undefined && { until }), ...(label !== undefined && { label }) };
}

function readTime(
  { section, problems, fields }: ScreensContext,
  path: Path,
  entity: Entity,
  name: string,
): 'date' | 'moment' | undefined {
  const known = addRecordProperties(fields[entity.key] ?? []);
  if (!checkReference(section, { path, name, what: `field % in ${entity.key}` }, known, problems))
    return undefined;
  const field = findFieldOrProperty(entity, name);
  if (!field && fields[entity.key]?.includes(name)) return undefined;
  const kind = field ? getTimeKind(field) : MOMENTS.includes(name) ? 'moment' : undefined;
  if (kind && field?.personal === undefined) return kind;
  const problem = kind
    ? `\`${name}\` is personal: it is encrypted, and no calendar can use it`
    : `\`${name}\` is no date`;
  problems.report(getPositionAt(section.node, path), problem, suggestName('', listTimeFields(entity)));
  return undefined;
}

const getTimeKind = (field: Entity['fields'][number]): 'date' | 'moment' | undefined =>
  getFieldType(field).isDay ? 'date' : getFieldType(field).isMoment ? 'moment' : undefined;

const listTimeFields = (entity: Entity): readonly string[] => [
  ...entity.fields
    .filter((field) => field.personal === undefined && getTimeKind(field) !== undefined)
    .map(({ key }) => key),
  ...MOMENTS,
];

function readLabel(
  { section, problems, fields }: ScreensContext,
  path: Path,
  entity: Entity,
  name: string,
): boolean {
  const known = addRecordProperties(fields[entity.key] ?? []);
  if (!checkReference(section, { path, name, what: `field % in ${entity.key}` }, known, problems))
    return false;
  const field = findFieldOrProperty(entity, name);
  if (!field || hasSingleValue(field)) return true;
  problems.report(
    getPositionAt(section.node, path),
    `a record cannot be called by the ${field.type} \`${name}\``,
    'use a field with one value',
  );
  return false;
}
