// What a field was in the versions before, under every name it had; and what about it may never change while a record holds a value.
import { getFieldType } from '../field-types/find-field-type.js';
import { isRenamedIn } from './migration.js';
import type { FieldSchema } from './version-schema.js';
import type { EarlierVersion } from './upgrade-condition.js';

/** What a field was in the versions before, the latest first. */
export type Lineages = (key: string) => readonly DeclaredField[];

export interface DeclaredField {
  readonly version: number;
  readonly wasAsked: boolean;
  readonly field: FieldSchema;
}

/** Why what was recorded under a version cannot go on as the field now is; undefined: it can. */
export function explainIncompatibleChange(
  { field, version }: Pick<DeclaredField, 'field' | 'version'>,
  now: FieldSchema,
): string | undefined {
  const since = version === 0 ? '' : ` in version ${version}`;
  const isWidened = getFieldType(field).becomes === now.type;
  if (field.type !== now.type && !isWidened)
    return `which was of type ${field.type}${since}; it cannot become ${now.type}`;
  if (field.currency !== now.currency)
    return `which was in ${field.currency}${since}; the amounts cannot become ${now.currency}`;
  if (field.places > now.places)
    return `which had ${field.places} places${since}; they cannot become ${now.places}`;
  if (field.to !== now.to)
    return `which pointed to \`${getTarget(field)}\`${since}; it cannot point to \`${getTarget(now)}\``;
  if (field.personal !== undefined && now.personal === undefined)
    return `which was personal${since}; what was sealed for somebody stays sealed`;
  if (field.personal === undefined && now.personal !== undefined)
    return `which was not personal${since}; what was written in clear stays in clear`;
  return undefined;
}

const getTarget = ({ to, toName = to }: FieldSchema): string | undefined => toName;

/** Through versions that call it otherwise, and such that lack it. It ends where another field had the name. */
export function findFieldLineage(
  earlier: readonly EarlierVersion[],
  entity: string,
  key: string,
): readonly DeclaredField[] {
  return walkVersions(
    earlier.map(({ version, schema, wasAsked }) => ({
      version,
      wasAsked,
      fields: schema.entities[entity]?.fields ?? [],
    })),
    key,
  );
}

/** Of the table, the latest first. */
export const findColumnLineage = (table: readonly DeclaredField[], key: string): readonly DeclaredField[] =>
  walkVersions(
    [...table].reverse().map(({ field, ...each }) => ({ ...each, fields: field.columns })),
    key,
  );

interface DeclaredFields extends Omit<DeclaredField, 'field'> {
  readonly fields: readonly FieldSchema[];
}

function walkVersions(versions: readonly DeclaredFields[], key: string): readonly DeclaredField[] {
  const found: DeclaredField[] = [];
  let name = key;
  for (let at = versions.length - 1; at >= 0; at--) {
    const { fields, version, wasAsked } = versions[at]!;
    const field = fields.find((each) => each.key === name);
    const later = found.at(-1);
    // It changed so, and no record had a value: what it was before binds nothing.
    if (
      field &&
      later?.wasAsked === true &&
      explainIncompatibleChange({ version, field }, later.field) !== undefined
    )
      return found;
    if (field) found.push({ version, wasAsked, field });
    const before = versions[at - 1]?.fields ?? [];
    if (field && isRenamedIn(field, before)) name = field.was!;
    else if (fields.some((each) => each.was === name && isRenamedIn(each, before))) return found;
  }
  return found;
}
