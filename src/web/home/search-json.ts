// What a search over all applications found, as the JSON API gives it.
import type { FoundRecords, SearchResult } from '#query-handling/lists/search-records.js';
import { getEntityName } from '#specification/with-stored-keys.js';
import { apiHref, recordJson } from '../json/record-json.js';

export const searchJson = ({ found, searched }: SearchResult) => ({
  found: found.map((each) => ({
    ...placeJson(each),
    count: each.count.count,
    /** There are more than were counted. */
    more: each.count.more,
    items: each.items.map((record) => recordJson(each.published.specification, record)),
    list: apiHref(
      each.published.specification.key,
      getEntityName(each.published.specification, each.entity.key),
    ),
    /** Terms of the search that fit more names than are looked for. */
    incomplete: each.incomplete,
  })),
  searched: searched.map(placeJson),
});

const placeJson = ({ published: { specification }, entity }: Pick<FoundRecords, 'published' | 'entity'>) => ({
  application: specification.key,
  entity: getEntityName(specification, entity.key),
});
