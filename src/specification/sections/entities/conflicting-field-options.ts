import { hasSingleValue, getFieldType } from '#specification/field-types/find-field-type.js';
import type { FieldDeclaration } from './entities-shape.js';

export type OptionConflict = readonly [option: keyof FieldDeclaration, message: string, remedy: string];

interface Exclusion {
  readonly option: keyof FieldDeclaration;
  readonly message: string;
  readonly remedy: string;
  excludes(shown: FieldDeclaration): boolean;
}

const EVERYWHERE: readonly Exclusion[] = [
  {
    option: 'unique',
    message:
      'a personal field cannot be unique: what claims the value would outlive the erasure of the person',
    remedy: 'leave out `unique`, or `personal`',
    excludes: ({ unique, personal }) => unique === true && personal !== undefined,
  },
  {
    option: 'unique',
    message: 'a table, a file, a boolean or a computed field cannot be unique',
    remedy: 'leave it out',
    excludes: (shown) =>
      shown.unique === true &&
      (!hasSingleValue(shown) || getFieldType(shown).cannotBeUnique === true || shown.computed !== undefined),
  },
  {
    option: 'required',
    message: 'a computed field cannot be filled in',
    remedy: 'leave out `required`',
    excludes: ({ computed, required }) => computed !== undefined && required === true,
  },
  {
    option: 'default',
    message: 'a computed field has no default',
    remedy: 'leave out one of the two',
    excludes: (shown) => shown.computed !== undefined && shown.default !== undefined,
  },
  {
    option: 'computed',
    message: 'a table or a file cannot be computed',
    remedy: 'compute a field beside it',
    excludes: (shown) => shown.computed !== undefined && !hasSingleValue(shown),
  },
  {
    option: 'default',
    message: 'a table or a file has no default',
    remedy: 'leave it out',
    excludes: (shown) => shown.default !== undefined && !hasSingleValue(shown),
  },
  {
    option: 'personal',
    message: 'a user field identifies a person and cannot be encrypted',
    remedy: 'leave out `personal`',
    excludes: (shown) => shown.personal !== undefined && getFieldType(shown).pointsTo === 'person',
  },
];

const IN_COLUMNS: readonly Exclusion[] = [
  {
    option: 'type',
    message: 'a column cannot be a table or a file',
    remedy: 'use a field of the record',
    excludes: (shown) => !hasSingleValue(shown),
  },
  {
    option: 'computed',
    message: 'a column cannot be computed',
    remedy: 'compute a field of the record from the rows',
    excludes: ({ computed }) => computed !== undefined,
  },
  {
    option: 'unique',
    message: 'a column cannot be unique',
    remedy: 'use a field of the record',
    excludes: ({ unique }) => unique === true,
  },
  {
    option: 'personal',
    message: 'a column cannot be personal by itself',
    remedy: 'make the whole table `personal`',
    excludes: ({ personal }) => personal !== undefined,
  },
];

export function findOptionConflicts(shown: FieldDeclaration, column: boolean): readonly OptionConflict[] {
  return [...EVERYWHERE, ...(column ? IN_COLUMNS : [])]
    .filter((each) => each.excludes(shown))
    .map(({ option, message, remedy }) => [option, message, remedy]);
}
