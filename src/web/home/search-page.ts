import type { SearchGroup, SearchPage } from '#views/view-models/search.js';
import type { FoundRecords, SearchResult } from '#query-handling/lists/search-records.js';
import type { Entity, Specification } from '#specification/model/specification.js';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import { listHref, recordHref } from '../addresses/page-addresses.js';
import { getColumnTitle } from '../display/column-title.js';
import { displayRecordName } from '../display/record-name.js';
import { createColumnDisplay } from '../display/display-value.js';
import type { Translate } from '#views/messages/translate.js';

/** For entities without a summary: columns of the first list. */
const MOST_COLUMNS = 3;
const TITLE = 'title';
const FIRST = ['number', TITLE, 'state'];

export function searchColumns({ screens }: Specification, entity: Entity): readonly string[] {
  const list = screens.find((screen) => screen.kind === 'list' && screen.entity === entity.key);
  const listed = (list?.columns ?? []).filter((key) => !FIRST.includes(key)).slice(0, MOST_COLUMNS);
  return [
    ...(entity.number ? ['number'] : []),
    TITLE,
    ...(entity.lifecycle.states.length > 1 ? ['state'] : []),
    ...(entity.summary.length > 0 ? entity.summary : listed).filter((key) => !FIRST.includes(key)),
  ];
}

export function presentSearch(
  text: string,
  { found, searched }: SearchResult,
  speaking: Speaking,
): Omit<SearchPage, 'frame' | 'people' | 'pages'> {
  const places = new Map<string, string[]>();
  for (const { published, entity } of searched) {
    const { name } = published.specification;
    places.set(name, [...(places.get(name) ?? []), entity.plural]);
  }
  return {
    text,
    groups: found.map((each) => groupOf(text, each, speaking)),
    searched: [...places].map(([application, entities]) => ({ application, entities })),
  };
}

interface Speaking {
  readonly t: Translate;
  /** Locale of an application's numbers and dates. */
  readonly writtenIn: (specification: Specification) => DisplayLocale;
}

function groupOf(
  text: string,
  { published, entity, items, count, names }: FoundRecords,
  { t, writtenIn }: Speaking,
): SearchGroup {
  const { specification } = published;
  const keys = searchColumns(specification, entity).filter((key) => !repeatsTitle(key, items));
  const shows = keys.map((key) => createColumnDisplay(key, entity, { specification, names, t }));
  const isPart = count.more || count.count > items.length;
  return {
    application: specification.name,
    title: entity.plural,
    columns: keys.map((key) => ({ key, title: getColumnTitle(entity, key, t), align: alignOf(entity, key) })),
    rows: items.map((record) => ({
      id: record.id,
      href: recordHref(specification, entity.key, record.id),
      name: displayRecordName(record) || entity.title,
      cells: shows.map((show) => show(record)),
    })),
    count,
    ...writtenIn(specification),
    ...(isPart && { all: listOfFound(specification, entity, text) }),
  };
}

/** Skips a column whose value is the record's title, such as a supplier's name. */
const repeatsTitle = (key: string, items: FoundRecords['items']): boolean =>
  key !== TITLE && items.every(({ title, fields }) => title !== '' && fields[key] === title);

const listOfFound = (specification: Specification, entity: Entity, text: string): string =>
  `${listHref(specification, entity.key)}?${new URLSearchParams({ q: text }).toString()}`;

function alignOf({ fields }: Entity, key: string): 'start' | 'end' {
  const field = fields.find((each) => each.key === key);
  return field && getFieldType(field).isNumber ? 'end' : 'start';
}
