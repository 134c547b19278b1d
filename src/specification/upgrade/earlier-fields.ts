// Some properties are fixed while records hold values.
import { getFieldType } from '../field-types/find-field-type.js';
import { isRenamedIn } from './migration.js';
import type { FieldSchema } from './version-schema.js';
import type { EarlierVersion } from './upgrade-condition.js';

export type Lineages = (key: string) => readonly EarlierField[];

export interface EarlierField {
  readonly version: number;
  readonly wasChecked: boolean;
  readonly field: FieldSchema;
}

/** undefined: recorded values stay valid. */
export function explainIncompatibleChange(
  { field, version }: Pick<EarlierField, 'field' | 'version'>,
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
    return `which was personal${since}; what was encrypted for a person stays encrypted`;
  if (field.personal === undefined && now.personal !== undefined)
    return `which was not personal${since}; what was written in clear stays in clear`;
  return undefined;
}

const getTarget = ({ to, toName = to }: FieldSchema): string | undefined => toName;

/** Ends where another field had the name. */
export function findEarlierFields(
  earlier: readonly EarlierVersion[],
  entity: string,
  key: string,
): readonly EarlierField[] {
  return walkVersions(
    earlier.map(({ version, schema, wasChecked }) => ({
      version,
      wasChecked,
      fields: schema.entities[entity]?.fields ?? [],
    })),
    key,
  );
}

export const findEarlierTableColumns = (
  table: readonly EarlierField[],
  key: string,
): readonly EarlierField[] =>
  walkVersions(
    [...table].reverse().map(({ field, ...each }) => ({ ...each, fields: field.columns })),
    key,
  );

interface DeclaredFields extends Omit<EarlierField, 'field'> {
  readonly fields: readonly FieldSchema[];
}

function walkVersions(versions: readonly DeclaredFields[], key: string): readonly EarlierField[] {
  const found: EarlierField[] = [];
  let name = key;
  for (let at = versions.length - 1; at >= 0; at--) {
    const { fields, version, wasChecked } = versions[at]!;
    const field = fields.find((each) => each.key === name);
    const later = found.at(-1);
    // No record had a value, so earlier declarations bind nothing.
    if (
      field &&
      later?.wasChecked === true &&
      explainIncompatibleChange({ version, field }, later.field) !== undefined
    )
      return found;
    if (field) found.push({ version, wasChecked, field });
    const before = versions[at - 1]?.fields ?? [];
    if (field && isRenamedIn(field, before)) name = field.was!;
    else if (fields.some((each) => each.was === name && isRenamedIn(each, before))) return found;
  }
  return found;
}
