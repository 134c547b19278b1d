// What waits for a person, as the JSON API gives it.
import { WAITS_FOR } from '#views/addresses.js';
import type { WaitingRecords } from '#query-handling/waiting/waiting-records.js';
import { apiHref, recordJson } from '../json/record-json.js';

export function waitingJson({ items, more }: WaitingRecords) {
  return {
    items: items.map(({ published: { specification }, record, awaited, late }) => ({
      application: specification.key,
      ...recordJson(specification, record),
      waitsFor: awaited.map(({ action, principal, takesBack }) => ({
        action: action.key,
        ...(principal !== undefined && { for: principal }),
        ...(takesBack && { takesBack }),
      })),
      isLate: late !== undefined,
    })),
    /** Entities of which there is more than this, and the call that lists them all. */
    more: more.map(({ published: { specification }, entity }) => ({
      application: specification.key,
      entity: entity.name,
      list: `${apiHref(specification.key, entity.name)}?${WAITS_FOR}=me`,
    })),
  };
}
