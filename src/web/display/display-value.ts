// From a stored value to a value with everything needed to show it.
import type { MessageId } from '#views/messages/en/all.js';
import type { Translate } from '#views/messages/translate.js';
import type { DisplayValue, FileLink } from '#views/view-models/shown.js';
import { type VisibleRecord } from '#query-handling/visibility/visible-records.js';
import type { Entity, Field, Specification } from '#specification/model/specification.js';
import { DAMAGED, isUnreadable, type Row, type Value } from '#specification/model/stored-value.js';
import type { RecordIdentity } from '#domain/stream-names.js';
import type { FieldVocabulary } from '#specification/version-vocabulary.js';
import { recordHref, fileHref } from '../addresses/page-addresses.js';
import { displayActorName, displayPersonName } from './person-names.js';
import { daysUntil, elapsedTime } from './elapsed-time.js';
import { hasStoredShape } from '#specification/field-types/stored-value-shape.js';
import { hasRows, getFieldType } from '#specification/field-types/find-field-type.js';
import {
  listFilesWithLost,
  listFiles,
  isLostFile,
  createFileReference,
  type FileRow,
  type LostFile,
} from '#specification/field-types/file.js';
import { formatFileSize } from '#specification/values/format-file-size.js';
import { displayKind } from '../http/displayable-files.js';
import { getLifecycleCourse } from '#specification/model/lifecycle-course.js';
import { getRecordReference, type Names } from '#query-handling/names/mentions.js';

/** What showing a value of today needs besides the value. */
export interface DisplayContext {
  readonly specification: Specification;
  readonly names: Names;
  readonly t: Translate;
  /** ISO 8601: how long something has been so is counted until here; undefined: it is not said. */
  readonly now?: string;
}

/** A field as far as showing its values goes by it: one of today, or one of an earlier version. */
export interface DisplayedField extends Omit<FieldVocabulary, 'fields'> {
  readonly fields: readonly DisplayedField[];
  /** Of an earlier version: what it is called today, where that is something else. */
  readonly titleNow?: string;
  /** Likewise: what a choice is called today. */
  labelNow?(value: string): string | undefined;
}

/** What showing a value needs, of whichever version its field is. */
export interface DisplayVocabulary {
  readonly application: string;
  readonly names: Names;
  readonly t: Translate;
  /** undefined: it has no page. */
  recordHref(record: RecordIdentity): string | undefined;
}

/** Values of the version that runs. */
export const toDisplayVocabulary = ({ specification, names, t }: DisplayContext): DisplayVocabulary => ({
  application: specification.key,
  names,
  t,
  recordHref: ({ entity, id }) => recordHref(specification, entity, id),
});

/** Columns every record has besides its fields. */
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

/** Title of a state; its key, where the specification has it no more. */
export function stateTitle(entity: Entity | undefined, state: string): string {
  return entity?.lifecycle.states.find(({ key }) => key === state)?.title ?? state;
}

/** One column of many records: a field's key or one of a record's properties. */
export function columnShower(
  key: string,
  entity: Entity,
  words: DisplayContext,
): (record: VisibleRecord) => DisplayValue {
  const field = entity.fields.find((each) => each.key === key);
  if (field) return (record) => showField(field, record, words);
  if (!isProperty(key)) return () => ({ key, title: key, type: 'text', value: null });
  const { t } = words;
  const [title, type] = [t(PROPERTY_TITLES[key]), PROPERTY_TYPES[key]];
  if (key === 'state') return stateShower(entity, t);
  if (key === 'stateSince') return (record) => showStateSince(record, words);
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

/** `now`: how long that is is counted until here. */
export const showStateSince = (
  { stateSince }: VisibleRecord,
  { now, t }: Pick<DisplayContext, 'now' | 't'>,
): DisplayValue => ({
  key: 'stateSince',
  title: t(PROPERTY_TITLES.stateSince),
  type: PROPERTY_TYPES.stateSince,
  value: stateSince,
  ...(now !== undefined && { age: elapsedTime(stateSince, now) }),
});

function stateShower(entity: Entity, t: Translate): (record: VisibleRecord) => DisplayValue {
  const { key, title, type } = { key: 'state', title: t(PROPERTY_TITLES.state), type: PROPERTY_TYPES.state };
  const { stateTone } = getLifecycleCourse(entity);
  return ({ state: value }) => {
    const label = stateTitle(entity, value);
    return { key, title, type, value, label, tone: stateTone(value) };
  };
}

/** A field of a record; hidden ones say so and hold nothing. */
export function showField(field: Field, record: VisibleRecord, words: DisplayContext): DisplayValue {
  return record.hidden.has(field.key)
    ? showHidden(field)
    : withAddresses(
        {
          ...showValue(field, record.fields[field.key] ?? null, toDisplayVocabulary(words)),
          ...daysUntilDue(field, record, words),
        },
        record,
        words,
      );
}

/** Nothing where the date is not due in the record's state. */
export function daysUntilDue(
  { key }: Pick<Field, 'key'>,
  { entity, state, fields }: VisibleRecord,
  { specification, now }: Pick<DisplayContext, 'specification' | 'now'>,
): Pick<DisplayValue, 'dueInDays'> {
  const due = now === undefined ? undefined : specification.entities[entity]?.lifecycle.due;
  const value = due && Object.hasOwn(due, key) && due[key]!.includes(state) ? fields[key] : undefined;
  const days = typeof value === 'string' ? daysUntil(value, now!, specification.timeZone) : undefined;
  return days === undefined ? {} : { dueInDays: days };
}

export function showHidden({
  key,
  title,
  type,
}: Pick<DisplayedField, 'key' | 'title' | 'type'>): DisplayValue {
  return { key, title, type, hidden: true, value: null };
}

/**
 * A value of a field. Erased values, and those whose key is missing, stay as they are: the page says so. What can be no value of the field
 * is damaged.
 */
export function showValue(field: DisplayedField, stored: Value, words: DisplayVocabulary): DisplayValue {
  const value = hasStoredShape(field, stored) ? stored : DAMAGED;
  if (value === null || isUnreadable(value))
    return displayed(field, value, hasRows(field) ? columnsOf(field) : undefined);
  return displayed(field, value, wording(field, value, words));
}

/** One literal, since a list has hundreds: members added to a copy of another object cost a hundred times as much in Node.js 20. */
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

/** undefined: the value says it all. */
function wording(
  field: DisplayedField,
  value: Exclude<Value, null>,
  words: DisplayVocabulary,
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

function rowsOf(field: DisplayedField, rows: readonly Row[], words: DisplayVocabulary) {
  return rows.map((row) => field.fields.map((column) => showValue(column, row[column.key] ?? null, words)));
}

function referenceWording(
  field: DisplayedField,
  id: string,
  { application, names, t, recordHref: hrefOf }: DisplayVocabulary,
): Partial<DisplayValue> {
  const parts = { application, entity: field.to ?? '', id };
  const record = getRecordReference(names, parts);
  if (!record) return { label: id };
  if (record.title === undefined) return { label: t('value.hidden') };
  return { label: record.title || record.number || id, href: hrefOf(parts) };
}

/** Files as pages show them. `shown`: of one of which anything is known. */
const shownFiles = (value: Value, shown: (file: FileRow) => FileLink = shownFile): readonly FileLink[] =>
  listFilesWithLost(value).map((file) => (isLostFile(file) ? lost(file) : shown(file)));

const shownFile = ({ name, size }: FileRow): FileLink => ({ name, size: formatFileSize(size) });

const lost = (file: LostFile): FileLink => ({ name: '', size: '', lost: file });

/** Of a record that is looked at: its files can be had. With where their bytes are, and whether a page can show them. */
function withAddresses(
  shown: DisplayValue,
  { entity, id }: Pick<VisibleRecord, 'entity' | 'id'>,
  { specification }: { readonly specification: Specification },
): DisplayValue {
  if (!shown.files) return shown;
  const held = listFiles(shown.value);
  const files = shownFiles(shown.value, (file) => {
    const how = displayKind(file.type);
    return {
      ...shownFile(file),
      href: fileHref(specification, {
        entity,
        id,
        field: shown.key,
        reference: createFileReference(held, file),
      }),
      ...(how && { shows: how }),
    };
  });
  return { ...shown, files };
}
