import { openDocuments, type Documents, type ActiveGenerations } from '#projections/port/projection.js';
import { RecordRef } from '#domain/stream-names.js';
import { toSortKeyName } from './record-sort-keys.js';
import { formatRecordsCollectionName, recordsProjection } from './records-projection.js';
import type { RecordDocument } from './record-document.js';
import type { Specification } from '#specification/model/specification.js';
import { toRestrictedPath, toRowValuesPath } from '#projections/port/row-value-words.js';
import type { Generation } from '#projections/port/generation.js';
import type { CollectionIndexes } from '#projections/port/query.js';
import {
  hasFiles,
  hasRows,
  hasSingleValue,
  getFieldType,
} from '#specification/field-types/find-field-type.js';

export interface EntityKey {
  readonly application: string;
  readonly entity: string;
}

export type RecordsReadModel = Documents<RecordDocument>;

export const createRecordsReadModel = (
  readModels: ActiveGenerations,
  { application, entity }: EntityKey,
): RecordsReadModel =>
  openDocuments(readModels, recordsProjection.name, formatRecordsCollectionName(application, entity));

export const getRecordsGeneration = (readModels: ActiveGenerations): Generation =>
  readModels.generation(recordsProjection.name);

export const createRecordNamesByIdLookup =
  (records: Pick<Generation, 'collections' | 'get'>) =>
  async (id: string): Promise<readonly string[]> => {
    const names: string[] = [];
    for (const collection of await records.collections()) {
      const document = await records.get<RecordDocument>(collection, id);
      if (document) names.push(RecordRef.of(document).name);
    }
    return names;
  };

interface PublishedVersion {
  readonly specification: Specification;
  readonly version: number;
}

/** From the published specifications. */
export function createRecordsIndexRegistry() {
  const byCollection = new Map<string, { readonly version: number; readonly indexes: CollectionIndexes }>();
  return {
    /** undefined: no specification known yet; indexes stay. */
    of: (collection: string): CollectionIndexes | undefined => byCollection.get(collection)?.indexes,

    /** true: something changed. */
    learn(published: readonly PublishedVersion[]): boolean {
      let news = false;
      for (const { specification, version } of published) {
        for (const entity of Object.values(specification.entities)) {
          const collection = formatRecordsCollectionName(specification.key, entity.key);
          if (byCollection.get(collection)?.version === version) continue;
          const screens = specification.screens.filter((screen) => screen.entity === entity.key);
          byCollection.set(collection, { version, indexes: createRecordsIndexes(entity, screens) });
          news = true;
        }
      }
      return news;
    },
  };
}

interface ListedField {
  readonly key: string;
  readonly type: string;
  readonly personal?: string;
  readonly fields?: readonly ListedField[];
}

interface ListedEntity {
  readonly fields: readonly ListedField[];
  readonly permissions?: {
    readonly fields: Readonly<Record<string, { readonly read?: unknown; readonly edit?: unknown }>>;
  };
}

interface ListedScreen {
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  readonly sort: { readonly field: string };
  readonly calendar?: { readonly from: string; readonly until?: string };
}

const RECORD_COLUMNS = new Set([
  ...['state', 'stateSince', 'openedBy', 'openedAt', 'changedBy', 'changedAt', 'assignee', 'comments'],
]);

/** Sealed fields are neither sorted nor searched; restricted fields are searched apart, so that they do not affect search times. */
export function createRecordsIndexes(
  entity: ListedEntity,
  screens: readonly ListedScreen[],
): CollectionIndexes {
  const { fields, permissions } = entity;
  const open = fields.filter((field) => field.personal === undefined);
  const isReadBySome = ({ key }: ListedField) => permissions?.fields[key]?.read !== undefined;
  // Titles may contain restricted fields.
  const isRestricted = fields.some(isReadBySome);
  const isListed = (column: string) =>
    RECORD_COLUMNS.has(column) ||
    column === 'title' ||
    column === 'number' ||
    open.some((field) => field.key === column);
  const times = screens.flatMap(({ calendar }) =>
    calendar ? [calendar.from, calendar.until ?? []].flat() : [],
  );
  const filtered = [...screens.flatMap((screen) => screen.filters), ...times].filter(isListed);
  const sorted = screens.flatMap((screen) => [...screen.columns, screen.sort.field]).filter(isListed);
  const people = open.filter((field) => hasSingleValue(field) && getFieldType(field).pointsTo === 'person');
  const paths = new Set([
    ...people.map(({ key }) => `fields.${key}`),
    ...filtered.map((column) => toRecordFilterPath(column, fields)),
    ...sorted
      .filter((column) => isSortable(column, fields))
      .map((column) => toRecordSortPath(column, fields)),
    'changedAt',
    'openedAt',
    'stateSince',
    'assignee',
    'number',
    // For a record by its whole title.
    'sort.title',
  ]);
  paths.delete('state');
  return {
    indexes: [
      ['state', 'changedAt'],
      ['openedBy', 'openedAt'],
      ['state', 'stateSince'],
      ...[...paths].sort().map((path) => [path]),
    ],
    text: [
      isRestricted ? toRestrictedPath('title') : 'title',
      'number',
      ...open.flatMap((field) =>
        listSearchedPaths(field).map((path) =>
          isReadBySome(field) ? toRestrictedPath(`fields.${path}`) : `fields.${path}`,
        ),
      ),
      ...listSearchableRowColumns(open).map(({ path }) => toRowValuesPath(path)),
    ],
  };
}

export function toRecordFilterPath(column: string, fields: readonly { readonly key: string }[]): string {
  return fields.some((field) => field.key === column) ? `fields.${column}` : column;
}

/** Folded for text and choices. */
export function toRecordSortPath(column: string, fields: readonly ListedField[]): string {
  const field = fields.find((candidate) => candidate.key === column);
  if (field) return getFieldType(field).isFolded ? `sort.${toSortKeyName(column)}` : `fields.${column}`;
  return column === 'title' || column === 'number' ? `sort.${column}` : column;
}

function isSortable(column: string, fields: readonly ListedField[]): boolean {
  const field = fields.find(({ key }) => key === column);
  return !field || hasSingleValue(field);
}

export const listSearchableRowColumns = <
  F extends Omit<ListedField, 'fields'> & { readonly fields?: readonly F[] },
>(
  fields: readonly F[],
): readonly { readonly table: F; readonly column: F; readonly path: string }[] =>
  fields
    .filter((field) => field.personal === undefined && hasRows(field))
    .flatMap((table) =>
      (table.fields ?? [])
        .filter((column) => column.personal === undefined && isFoundByValue(column))
        .map((column) => ({ table, column, path: `fields.${table.key}.${column.key}` })),
    );

function isFoundByValue({ type }: { readonly type: string }): boolean {
  const { pointsTo, isListed, isYesNo, isNumber, isDay, isMoment } = getFieldType({ type });
  return [pointsTo !== undefined, isListed, isYesNo, isNumber, isDay, isMoment].includes(true);
}

/** Columns one by one, so that removed columns are not searched; names of files. */
const listSearchedPaths = (field: ListedField): readonly string[] =>
  hasRows(field)
    ? (field.fields ?? []).flatMap(listSearchedPaths).map((path) => `${field.key}.${path}`)
    : hasFiles(field)
      ? [`${field.key}.name`]
      : getFieldType(field).isSearched === true
        ? [field.key]
        : [];
