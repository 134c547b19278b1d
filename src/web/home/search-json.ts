import type { FoundRecords, SearchResult } from '#query-handling/lists/search-records.js';
import { getEntityName } from '#specification/with-stored-keys.js';
import { JsonAddress } from '../addresses/json-address.js';
import { apiHref, toRecordJson } from '../json/record-json.js';

export const toSearchJson = ({ found, searched }: SearchResult) => ({
  found: found.map((each) => ({
    ...placeJson(each),
    count: each.count.count,
    more: each.count.more,
    items: each.items.map((record) => toRecordJson(each.published.specification, record)),
    list: new JsonAddress(
      apiHref(each.published.specification.key, getEntityName(each.published.specification, each.entity.key)),
    ),
    /** Search terms that match more names than are looked up. */
    incomplete: each.incomplete,
  })),
  searched: searched.map(placeJson),
});

const placeJson = ({ published: { specification }, entity }: Pick<FoundRecords, 'published' | 'entity'>) => ({
  application: specification.key,
  entity: getEntityName(specification, entity.key),
});
