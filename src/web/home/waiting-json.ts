import { WAITS_FOR_PARAMETER } from '#views/addresses.js';
import type { WaitingRecords } from '#query-handling/waiting/waiting-records.js';
import { JsonAddress } from '../addresses/json-address.js';
import { apiHref, toRecordJson } from '../json/record-json.js';

export function toWaitingJson({ items, more }: WaitingRecords) {
  return {
    items: items.map(({ published: { specification }, record, awaited, late }) => ({
      application: specification.key,
      ...toRecordJson(specification, record),
      waitsFor: awaited.map(({ action, principal, takesBack }) => ({
        action: action.key,
        ...(principal !== undefined && { for: principal }),
        ...(takesBack && { takesBack }),
      })),
      isLate: late !== undefined,
    })),
    /** Truncated entities, with the call that lists all. */
    more: more.map(({ published: { specification }, entity }) => ({
      application: specification.key,
      entity: entity.name,
      list: new JsonAddress(`${apiHref(specification.key, entity.name)}?${WAITS_FOR_PARAMETER}=me`),
    })),
  };
}
