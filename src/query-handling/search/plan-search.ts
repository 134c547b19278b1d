// Per search, so that erased or unreadable titles and names do not match.
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { splitWords } from '#projections/port/search-words.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Entity } from '#specification/model/specification.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import { scanPage, type VisibilityFilter } from '../paging/find-visible-page.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { deriveReadRights, type ReadRights } from '../visibility/read-rights.js';
import type { Viewer } from '../viewer.js';
import { toVisibleRecords } from '../visibility/visible-records.js';
import { padRecordNumber } from '../filters/record-number.js';
import { findPeopleByName } from './people-by-name.js';
import {
  isPersonColumn,
  matchColumn,
  listSearchedColumns,
  splitTerms,
  type PlainTerm,
  type SearchedColumn,
} from './column-matches.js';
import {
  NO_SEARCH,
  createSearchPlan,
  type ColumnMatch,
  type IncompletelySearchedTerm,
  type SearchPlan,
  type SearchTerm,
  matchesTerm,
  createTextFilters,
} from '../filters/search-plan.js';

const MAX_NAMED = 1_000;
const MAX_SCANNED = 2_000;
/** Longer texts match by words only. */
const MAX_TERMS = 12;

interface SearchQuestion {
  readonly published: PublishedVersion;
  readonly entity: Entity;
  readonly viewer: Viewer;
  /** Of numbers and dates; undefined: the document's. */
  readonly written?: DisplayLocale;
}

export async function planSearch(
  sources: QueryDependencies,
  question: SearchQuestion,
  rights: Pick<ReadRights, 'mayShow' | 'apart'>,
  text: string,
): Promise<SearchPlan> {
  const { published, entity } = question;
  const { specification } = published;
  const { written = specification } = question;
  const terms = splitTerms(text, written);
  if (terms.length === 0) return NO_SEARCH;
  if (terms.length > MAX_TERMS)
    return createSearchPlan(
      terms.map((term) => ({ ...term, matches: [] })),
      [],
      rights.apart,
    );
  const columns = listSearchedColumns(specification, entity).filter(({ key }) => rights.mayShow(key));
  const [named, people] = await Promise.all([
    recordsNamed(sources, question, terms, columns),
    columns.some(isPersonColumn) ? peopleNamed(sources, terms) : new Map<PlainTerm, NamedIds>(),
  ]);
  const own = { entity, locale: written.locale };
  const incomplete: IncompletelySearchedTerm[] = [];
  const complete = ({ ids, more, among }: NamedIds, term: PlainTerm): ReadonlySet<string> => {
    if (more && !incomplete.some((each) => each.text === term.text && each.among === among))
      incomplete.push({ text: term.text, among });
    return ids;
  };
  const planned = terms.map((term): SearchTerm => {
    const matches = columns.flatMap((column): readonly ColumnMatch[] => {
      const { key, path, field, isInRows } = column;
      const found = isPersonColumn(column) ? people.get(term) : field?.to && named.get(field.to)?.get(term);
      const among = found ? complete(found, term) : undefined;
      if (among && among.size > 0) return [{ key, path, values: { among }, isInRows }];
      const values = matchColumn(column, term, own);
      return values ? [{ key, path, values, isInRows }] : [];
    });
    const asNumber = padRecordNumber(entity, term.text);
    return { ...term, ...(asNumber !== undefined && { asNumber }), matches };
  });
  return createSearchPlan(planned, incomplete, rights.apart);
}

interface NamedIds {
  readonly ids: ReadonlySet<string>;
  readonly more: boolean;
  readonly among: string;
}

type NamedByTerm = ReadonlyMap<PlainTerm, NamedIds>;

async function peopleNamed(
  { names }: Pick<QueryDependencies, 'names'>,
  terms: readonly PlainTerm[],
): Promise<NamedByTerm> {
  const everyone = await names.everyone();
  return new Map(
    terms.map((term) => {
      const found = findPeopleByName(everyone, term.words).map(({ id }) => id);
      const ids = new Set(found.slice(0, MAX_NAMED));
      return [term, { ids, more: found.length > MAX_NAMED, among: 'people' }] as const;
    }),
  );
}

/** Entity → term → records. */
async function recordsNamed(
  sources: QueryDependencies,
  { published, viewer }: SearchQuestion,
  terms: readonly PlainTerm[],
  columns: readonly SearchedColumn[],
): Promise<ReadonlyMap<string, NamedByTerm>> {
  const { entities } = published.specification;
  const targets = new Set(
    columns.flatMap(({ field }) => (field && getFieldType(field).pointsTo === 'record' && field.to) || []),
  );
  const found = [...targets].map(async (key): Promise<readonly (readonly [string, NamedByTerm])[]> => {
    if (!Object.hasOwn(entities, key)) return [];
    return [[key, await namedIn(sources, { published, entity: entities[key]!, viewer }, terms)]];
  });
  return new Map((await Promise.all(found)).flat());
}

async function namedIn(
  sources: QueryDependencies,
  { published: { specification }, entity, viewer }: SearchQuestion,
  terms: readonly PlainTerm[],
): Promise<NamedByTerm> {
  const rights = deriveReadRights({ specification, entity, viewer, now: sources.now() });
  if (!rights.canReadSome) return new Map();
  const records = createRecordsReadModel(sources.readModels, {
    application: specification.key,
    entity: entity.key,
  });
  const query = {
    filter: {
      $and: [
        rights.filter,
        {
          $or: terms.flatMap(({ text }) =>
            createTextFilters(text, padRecordNumber(entity, text), rights.apart),
          ),
        },
      ],
    },
    sort: { path: 'id', descending: true },
    limit: MAX_NAMED,
  };
  const page = await scanPage(
    records,
    query,
    namesIn(sources, { rights, terms, entity }),
    sources.seal,
    MAX_SCANNED,
  );
  const more = page.next !== undefined;
  return new Map(
    terms.map((term) => {
      const ids = page.items.filter(({ named }) => named.includes(term)).map(({ id }) => id);
      return [term, { ids: new Set(ids), more, among: entity.plural }] as const;
    }),
  );
}

interface NamedRecord {
  readonly id: string;
  readonly named: readonly PlainTerm[];
}

interface NamedQuestion {
  readonly rights: ReadRights;
  readonly terms: readonly PlainTerm[];
  readonly entity: Entity;
}

/** Titles precede numbers. */
function namesIn(
  { personal }: Pick<QueryDependencies, 'personal'>,
  { rights, terms, entity }: NamedQuestion,
): VisibilityFilter<RecordDocument, NamedRecord> {
  const numbered = terms.map((term) => {
    const asNumber = padRecordNumber(entity, term.text);
    return { term, words: term.words, ...(asNumber !== undefined && { asNumber }) };
  });
  return async (documents) => {
    const visible = await toVisibleRecords(personal, documents, { rights });
    return visible.map((record) => {
      if (!record) return undefined;
      const words = [...splitWords([record.title || (record.number ?? '')])];
      const named = numbered.flatMap(({ term, ...written }) => (matchesTerm(written, words) ? [term] : []));
      return named.length === 0 ? undefined : { id: record.id, named };
    });
  };
}
