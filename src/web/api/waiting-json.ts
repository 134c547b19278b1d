// What waits for somebody's approval, as the JSON API gives it.
import { WAITS_FOR } from '#views/addresses.js';
import type { WaitingRecords } from '#query-handling/records/waiting-records.js';
import type { Specification } from '#specification/specification.js';
import { apiHref, recordJson } from './record-json.js';

export function waitingJson(specification: Specification, { entities }: WaitingRecords) {
  return {
    items: entities.flatMap(({ items }) =>
      items.map(({ record, asked }) => ({
        ...recordJson(specification, record),
        waitsFor: asked.map(({ action, principal }) => ({
          action: action.key,
          ...(principal !== undefined && { for: principal }),
        })),
      })),
    ),
    /** Entities of which there is more than this, and the call that lists them all. */
    more: entities
      .filter(({ more }) => more)
      .map(({ entity }) => ({
        entity: entity.name,
        list: `${apiHref(specification.key, entity.name)}?${WAITS_FOR}=me`,
      })),
  };
}
