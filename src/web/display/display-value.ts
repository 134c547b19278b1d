import type { MessageId } from '#views/messages/en/all.js';
import type { Translate } from '#views/messages/translate.js';
import type { DisplayValue, FileLink } from '#views/view-models/display-value.js';
import { type VisibleRecord } from '#query-handling/visibility/visible-records.js';
import type { Entity, Field, Specification } from '#specification/model/specification.js';
import { DAMAGED, isUnreadable, type Row, type Value } from '#specification/model/stored-value.js';
import type { RecordIdentity } from '#domain/stream-names.js';
import type { FieldVocabulary } from '#specification/version-vocabulary.js';
import { recordHref, fileHref } from '../addresses/page-addresses.js';
import { displayActorName, displayPersonName } from './person-names.js';
import { countDaysUntil, calculateElapsedTime } from './elapsed-time.js';
import { hasStoredShape } from '#specification/field-types/stored-value-shape.js';
import { hasRows, getFieldType } from '#specification/field-types/find-field-type.js';
import {
  listFilesIncludingUnreadable,
  listFiles,
  isUnreadableFile,
  formatFileReference,
  type FileRow,
  type UnreadableFile,
} from '#specification/field-types/file.js';
import { formatFileSize } from '#specification/values/format-file-size.js';
import { getDisplayKind } from '../http/displayable-files.js';
import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import { getRecordLabel, type ReferenceNames } from '#query-handling/names/find-names.js';

export interface DisplayContext {
  readonly specification: Specification;
  readonly names: ReferenceNames;
  readonly t: Translate;
  /** ISO 8601; durations are counted until then. undefined: durations are omitted. */
  readonly now?: string;
}

/** A field of the current or an earlier version, reduced to what displaying needs. */
export interface DisplayedField extends Omit<FieldVocabulary, 'fields'> {
  readonly fields: readonly DisplayedField[];
  /** Current title, if it differs in an earlier version. */
  readonly titleNow?: string;
  /** Current label of a choice. */
  labelNow?(value: string): string | undefined;
}

export interface ValueDisplayContext {
  readonly application: string;
  readonly names: ReferenceNames;
  readonly t: Translate;
  /** undefined: no page. */
  recordHref(record: RecordIdentity): string | undefined;
}

/** For the current version. */
export const toValueDisplayContext = ({ specification, names, t }: DisplayContext): ValueDisplayContext => ({
  application: specification.key,
  names,
  t,
  recordHref: ({ entity, id }) => recordHref(specification, entity, id),
});

/** Columns of every record besides its fields. */
export const PROPERTY_TITLES = {
  number: 'property.number',
  title: 'property.title',
  state: 'page.state',
  stateSince: 'property.stateSince',
  openedBy: 'property.openedBy',
  openedAt: 'property.openedAt',
  changedBy: 'property.changedBy',
  changedAt: 'property.changedAt',
  assignee: 'property.assignee',
} as const satisfies Readonly<Record<string, MessageId>>;

export type RecordProperty = keyof typeof PROPERTY_TITLES;

export const isProperty = (key: string): key is RecordProperty => Object.hasOwn(PROPERTY_TITLES, key);

const PROPERTY_TYPES: Readonly<Record<RecordProperty, DisplayValue['type']>> = {
  number: 'number',
  title: 'text',
  state: 'state',
  stateSince: 'since',
  openedBy: 'user',
  openedAt: 'dateTime',
  changedBy: 'user',
  changedAt: 'dateTime',
  assignee: 'user',
};

const isPerson = (key: RecordProperty): key is 'openedBy' | 'changedBy' | 'assignee' =>
  PROPERTY_TYPES[key] === 'user';

/** The key, if the current specification lacks the state. */
export function getStateTitle(entity: Entity | undefined, state: string): string {
  return entity?.lifecycle.states.find(({ key }) => key === state)?.title ?? state;
}

/** Shows a field or property for many records. */
export function createColumnDisplay(
  key: string,
  entity: Entity,
  words: DisplayContext,
): (record: VisibleRecord) => DisplayValue {
  const field = entity.fields.find((each) => each.key === key);
  if (field) return (record) => displayField(field, record, words);
  if (!isProperty(key)) return () => ({ key, title: key, type: 'text', value: null });
  const { t } = words;
  const [title, type] = [t(PROPERTY_TITLES[key]), PROPERTY_TYPES[key]];
  if (key === 'state') return stateShower(entity, t);
  if (key === 'stateSince') return (record) => displayStateSince(record, words);
  if (key === 'title')
    return (record) =>
      record.titleHidden
        ? { key, title, type, hidden: true, value: null }
        : { key, title, type, value: record.title };
  if (!isPerson(key)) return (record) => ({ key, title, type, value: record[key] });
  return ({ [key]: id, changedFor }) => {
    if (id === null) return { key, title, type, value: id };
    const actor = { by: id, ...(key === 'changedBy' && { for: changedFor }) };
    return { key, title, type, value: id, label: displayActorName(words.names, actor, t) };
  };
}

/** `now`: end of the duration. */
export const displayStateSince = (
  { stateSince }: VisibleRecord,
  { now, t }: Pick<DisplayContext, 'now' | 't'>,
): DisplayValue => ({
  key: 'stateSince',
  title: t(PROPERTY_TITLES.stateSince),
  type: PROPERTY_TYPES.stateSince,
  value: stateSince,
  ...(now !== undefined && { age: calculateElapsedTime(stateSince, now) }),
});

function stateShower(entity: Entity, t: Translate): (record: VisibleRecord) => DisplayValue {
  const { key, title, type } = { key: 'state', title: t(PROPERTY_TITLES.state), type: PROPERTY_TYPES.state };
  const { stateTone } = getLifecyclePresentation(entity);
  return ({ state: value }) => {
    const label = getStateTitle(entity, value);
    return { key, title, type, value, label, tone: stateTone(value) };
  };
}

/** Hidden fields are marked as such and hold no value. */
export function displayField(field: Field, record: VisibleRecord, words: DisplayContext): DisplayValue {
  return record.hidden.has(field.key)
    ? displayHiddenValue(field)
    : withAddresses(
        {
          ...displayValue(field, record.fields[field.key] ?? null, toValueDisplayContext(words)),
          ...daysUntilDue(field, record, words),
        },
        record,
        words,
      );
}

/** undefined if the date is not due in the record's state. */
export function daysUntilDue(
  { key }: Pick<Field, 'key'>,
  { entity, state, fields }: VisibleRecord,
  { specification, now }: Pick<DisplayContext, 'specification' | 'now'>,
): Pick<DisplayValue, 'dueInDays'> {
  const due = now === undefined ? undefined : specification.entities[entity]?.lifecycle.due;
  const value = due && Object.hasOwn(due, key) && due[key]!.includes(state) ? fields[key] : undefined;
  const days = typeof value === 'string' ? countDaysUntil(value, now!, specification.timeZone) : undefined;
  return days === undefined ? {} : { dueInDays: days };
}

export function displayHiddenValue({
  key,
  title,
  type,
}: Pick<DisplayedField, 'key' | 'title' | 'type'>): DisplayValue {
  return { key, title, type, hidden: true, value: null };
}

/** A value that does not fit the field is shown as damaged. */
export function displayValue(field: DisplayedField, stored: Value, words: ValueDisplayContext): DisplayValue {
  const value = hasStoredShape(field, stored) ? stored : DAMAGED;
  if (value === null || isUnreadable(value))
    return displayed(field, value, hasRows(field) ? columnsOf(field) : undefined);
  return displayed(field, value, wording(field, value, words));
}

/** One object literal: spreading costs a hundred times as much in Node.js 20, and a list has hundreds of values. */
const displayed = (
  { key, title, type, places, currency }: DisplayedField,
  value: Value,
  more?: Partial<DisplayValue>,
): DisplayValue => ({
  key,
  title,
  type,
  value,
  ...(places > 0 && { places }),
  ...(currency !== undefined && { currency }),
  ...more,
});

/** undefined: the value needs no text. */
function wording(
  field: DisplayedField,
  value: Exclude<Value, null>,
  words: ValueDisplayContext,
): Partial<DisplayValue> | undefined {
  const { holds, isListed, pointsTo } = getFieldType(field);
  if (holds === 'files') return { files: shownFiles(value) };
  if (holds === 'rows') return { ...columnsOf(field), rows: rowsOf(field, value as readonly Row[], words) };
  if (isListed) return choiceWording(field, value);
  if (pointsTo === 'person') return { label: displayPersonName(words.names, String(value), words.t) };
  return pointsTo === 'record' ? referenceWording(field, String(value), words) : undefined;
}

function choiceWording(field: DisplayedField, value: Value): Partial<DisplayValue> {
  const label = field.choices.find((choice) => choice.value === value)?.title;
  const labelNow = typeof value === 'string' ? field.labelNow?.(value) : undefined;
  return labelNow === undefined ? { label } : { label, labelNow };
}

const columnsOf = (field: DisplayedField) => ({
  columns: field.fields.map(({ key, title, titleNow }) =>
    titleNow === undefined ? { key, title } : { key, title, titleNow },
  ),
});

function rowsOf(field: DisplayedField, rows: readonly Row[], words: ValueDisplayContext) {
  return rows.map((row) =>
    field.fields.map((column) => displayValue(column, row[column.key] ?? null, words)),
  );
}

function referenceWording(
  field: DisplayedField,
  id: string,
  { application, names, t, recordHref: hrefOf }: ValueDisplayContext,
): Partial<DisplayValue> {
  const parts = { application, entity: field.to ?? '', id };
  const record = getRecordLabel(names, parts);
  if (!record) return { label: id };
  if (record.title === undefined) return { label: t('value.hidden') };
  return { label: record.title || record.number || id, href: hrefOf(parts) };
}

/** `shown`: presents one file. */
const shownFiles = (value: Value, shown: (file: FileRow) => FileLink = shownFile): readonly FileLink[] =>
  listFilesIncludingUnreadable(value).map((file) => (isUnreadableFile(file) ? lost(file) : shown(file)));

const shownFile = ({ name, size }: FileRow): FileLink => ({ name, size: formatFileSize(size) });

const lost = (file: UnreadableFile): FileLink => ({ name: '', size: '', lost: file });

/** Adds download links and whether the browser can display the file. */
function withAddresses(
  shown: DisplayValue,
  { entity, id }: Pick<VisibleRecord, 'entity' | 'id'>,
  { specification }: { readonly specification: Specification },
): DisplayValue {
  if (!shown.files) return shown;
  const held = listFiles(shown.value);
  const files = shownFiles(shown.value, (file) => {
    const how = getDisplayKind(file.type);
    return {
      ...shownFile(file),
      href: fileHref(specification, {
        entity,
        id,
        field: shown.key,
        reference: formatFileReference(held, file),
      }),
      ...(how && { shows: how }),
    };
  });
  return { ...shown, files };
}
