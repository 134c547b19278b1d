import type { FormInput } from '#views/view-models/form.js';
import type { RecordInput as Typed } from '#domain/record/record-commands.js';
import type { NeededFields } from '#domain/record/lifecycle/fields-needed-next.js';
import type { Reason } from '#domain/refusal.js';
import { getErrorsAt } from '#web/errors/errors-by-field.js';
import { presentFileInput } from './present-file-input.js';
import { formatFileNames } from '#specification/field-types/file.js';
import { getMaxTextLength } from '#specification/max-text-length.js';
import type { Field, Limits } from '#specification/model/specification.js';
import {
  isDamaged,
  isErased,
  isKeyMissing,
  type Fields,
  type Row,
  type Value,
} from '#specification/model/stored-value.js';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import { hasFiles, hasRows, getFieldType } from '#specification/field-types/find-field-type.js';
import { formatForForm, formatNumberForForm } from '#specification/field-types/format-for-form.js';
import { createCompleteChoiceList } from '#views/view-models/choices.js';
import { searchErrors, type ChoiceSearches } from '#web/http/posted-choice-searches.js';
import type { ChoicesOf } from './choice-options.js';
import type { RowEdit } from './row-edits.js';
import { sumRows, type TotalsContext } from './row-totals.js';
import type { Translate } from '#views/messages/translate.js';

export interface InputsContext {
  readonly fields: readonly Field[];
  readonly manner: DisplayLocale;
  /** Stored values of the record or its defaults. */
  readonly values: Fields;
  /** Posted values; they override `values`. */
  readonly typed?: Typed;
  readonly reasons: readonly Reason[];
  readonly choicesOf: ChoicesOf;
  readonly searches: ChoiceSearches;
  readonly hidden: ReadonlySet<string>;
  /** Why a field is read-only; undefined: editable. */
  readonly fixed: (field: Field) => string | undefined;
  /** Optional on this form. */
  readonly later: ReadonlySet<string>;
  readonly needed?: NeededFields | undefined;
  readonly rowEdit?: RowEdit;
  /** undefined: rows are not summed. */
  readonly totals?: TotalsContext;
  /** Bounds the rendered rows, whatever was posted. */
  readonly mostRows: number;
  readonly limits: Limits;
  readonly uploadHref?: (field: string) => string;
  readonly t: Translate;
}

/** Empty rows at the end of each table, also added by its button. */
const FIRST_ROWS = 2;
const MORE_ROWS = 5;

/** Rows above a table's limit that are still rendered, so that no input is lost. */
const BEYOND = 10;

export function buildInputs(fields: readonly Field[], filling: InputsContext): readonly FormInput[] {
  return fields.map((field) =>
    filling.hidden.has(field.key) ? hiddenInput(field) : inputOf(field, filling),
  );
}

function hiddenInput(field: Field): FormInput {
  const { key, title, type, required, multiline } = field;
  return { key, title, type, required, multiline, value: '', errors: [], hidden: true, readOnly: true };
}

function inputOf(field: Field, filling: InputsContext): FormInput {
  const value = filling.values[field.key] ?? null;
  const why = whyUnreadable(value, filling.t) ?? filling.fixed(field);
  const typed = why === undefined ? filling.typed?.[field.key] : undefined;
  const about = { ...shape(field, filling), errors: errorsOf(field.key, filling) };
  const base = {
    ...about,
    ...requirementOf(field, filling),
    ...(why !== undefined && { readOnly: true, why }),
  };
  if (hasFiles(field))
    return {
      ...base,
      value: formatFileNames(value),
      files: presentFileInput(field, { value, typed, filling }),
    };
  if (hasRows(field)) return { ...base, value: '', ...tableOf(field, { value, typed, filling }, why) };
  const text = typeof typed === 'string' ? typed : formatForForm(field, value, filling.manner);
  return { ...base, ...optionsOf(field, field.key, text, filling), ...boxOf(field, value), value: text };
}

function requirementOf(
  { key, required, follows }: Field,
  { later, needed }: InputsContext,
): Pick<FormInput, 'required' | 'neededFor'> {
  if (required && !follows && !later.has(key)) return { required: true };
  return { required: false, ...(needed?.fields.has(key) && { neededFor: needed.action.title }) };
}

const errorsOf = (key: string, { reasons, searches, t }: InputsContext): readonly string[] => [
  ...getErrorsAt(reasons, key),
  ...searchErrors(searches, key, t),
];

/** A checkbox cannot be empty, hence needs a default. */
const boxOf = (field: Field, value: Value) =>
  field.default !== undefined && typeof value === 'boolean' && { options: undefined };

function whyUnreadable(value: Value, t: Translate): string | undefined {
  if (isKeyMissing(value)) return t('form.keyMissing');
  if (isDamaged(value)) return t('form.damaged');
  return isErased(value) ? t('value.erased') : undefined;
}

function shape(field: Field, { manner, fields, t }: InputsContext): Omit<FormInput, 'value' | 'errors'> {
  const { key, title, type, required, multiline, currency, personal } = field;
  return {
    key,
    title,
    type,
    help: helpOf(field, fields, t),
    required,
    multiline,
    currency,
    ...(personal !== undefined && { personal: true }),
    ...(field.follows && { follows: field.follows.reference }),
    ...boundsOf(field, manner),
  };
}

/** Includes the source of a value that is filled in by default. */
function helpOf({ help, follows }: Field, fields: readonly Field[], t: Translate): string | undefined {
  const reference = fields.find(({ key }) => key === follows?.reference);
  if (!reference) return help;
  const comes = t('form.filledFrom', { field: reference.title });
  return help === undefined ? comes : `${help} ${comes}`;
}

function boundsOf(field: Field, { locale }: DisplayLocale): Pick<FormInput, 'min' | 'max' | 'maxLength'> {
  const { min, max } = field;
  const { isNumber, isProse } = getFieldType(field);
  if (isProse) return { maxLength: max === undefined ? undefined : Math.min(max, getMaxTextLength(field)) };
  if (!isNumber) return {};
  const written = (bound: number | undefined) =>
    bound === undefined ? undefined : formatNumberForForm(field, bound, locale);
  return { min: written(min), max: written(max) };
}

const yesOrNo = (t: Translate) =>
  createCompleteChoiceList([
    { value: 'true', title: t('value.yes') },
    { value: 'false', title: t('value.no') },
  ]);

function optionsOf(
  field: Field,
  key: string,
  value: string,
  { choicesOf, t }: InputsContext,
): Pick<FormInput, 'options'> {
  const { isListed, isYesNo } = getFieldType(field);
  if (isYesNo) return { options: yesOrNo(t) };
  if (isListed) return { options: createCompleteChoiceList(field.choices) };
  const options = choicesOf({ field, key, value });
  return options === undefined ? {} : { options };
}

interface TableFilling {
  readonly value: Value;
  readonly typed: unknown;
  readonly filling: InputsContext;
}

function tableOf(field: Field, { value, typed, filling }: TableFilling, why: string | undefined) {
  const stored = storedRows(field, value, filling.manner);
  const most = Math.max(stored.length, filling.mostRows) + BEYOND;
  const rows = Array.isArray(typed) ? (typed as Typed[]).slice(0, most) : stored;
  const edit = filling.rowEdit?.table === field.key ? filling.rowEdit : undefined;
  const emptyRows = edit?.what === 'add' ? MORE_ROWS : FIRST_ROWS;
  const empty = Array.from({ length: why === undefined ? emptyRows : 0 }, (): Typed => ({}));
  const searched = filling.searches.texts;
  const isFilled = (row: Typed, index: number) =>
    Object.entries(row).some(
      ([key, cell]) => cell !== '' || (searched.get(`${field.key}.${index}.${key}`) ?? '') !== '',
    );
  // Do not count the previous form's empty rows twice.
  const filled = rows.slice(0, rows.findLastIndex(isFilled) + 1);
  const all = [...filled, ...empty];
  const current = edit && Math.min(rowAfter(edit, filled.length), all.length - 1);
  return {
    columns: field.fields.map(({ key, title, required }) => ({ key, title, required })),
    rows: all.map((row, index) => rowOf(field, row, index, { filling, isCurrent: index === current })),
    mostRows: Math.max(stored.length, filling.mostRows),
    totals: filling.totals && sumRows(field, all, filling.totals),
  };
}

/** Row to focus; -1: none. */
function rowAfter({ what, row }: RowEdit, filled: number): number {
  if (what === 'total') return -1;
  if (what === 'add') return filled;
  return what === 'duplicate' ? row + 1 : row;
}

function storedRows(field: Field, value: Value, manner: DisplayLocale): readonly Typed[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Row[]).map((row) =>
    Object.fromEntries(
      field.fields.map((cell) => [cell.key, formatForForm(cell, row[cell.key] ?? null, manner)]),
    ),
  );
}

interface RowFilling {
  readonly filling: InputsContext;
  /** Receives the focus. */
  readonly isCurrent: boolean;
}

function rowOf(
  table: Field,
  row: Typed,
  index: number,
  { filling, isCurrent }: RowFilling,
): readonly FormInput[] {
  return table.fields.map((column, at) => {
    const key = `${table.key}.${index}.${column.key}`;
    const typed = row[column.key];
    const value = typeof typed === 'string' ? typed : '';
    return {
      ...shape(column, filling),
      ...optionsOf(column, key, value, filling),
      key,
      value,
      errors: errorsOf(key, filling),
      ...(isCurrent && at === 0 && { current: true }),
    };
  });
}
