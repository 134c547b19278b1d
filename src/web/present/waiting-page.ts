// What waits for somebody's approval → the view-model of its page.
import { WAITS_FOR } from '#views/addresses.js';
import type { WaitingKind, WaitingPage } from '#views/view-models/waiting.js';
import type { ApprovalRequest } from '#query-handling/records/for-approval.js';
import type { WaitingRecords, WaitingOfEntity } from '#query-handling/records/waiting-records.js';
import type { Specification } from '#specification/specification.js';
import { listHref, recordHref } from '../routes.js';
import { changerName, personName } from './shown.js';

/** Everything but the frame. */
export function presentWaiting(
  specification: Specification,
  { entities, names }: WaitingRecords,
): Omit<WaitingPage, 'frame'> {
  return { kinds: entities.map(kindOf) };

  function kindOf({ entity, items, more }: WaitingOfEntity): WaitingKind {
    return {
      title: entity.plural,
      rows: items.map(({ record, asked }) => ({
        id: record.id,
        href: recordHref(specification, entity.key, record.id),
        number: record.number,
        title: record.title,
        asked: asked.map(describeRequest),
        changed: { by: changerName(names, record), at: record.changedAt },
      })),
      ...(more && { more: `${listHref(specification, entity.key)}?${WAITS_FOR}=me` }),
    };
  }

  function describeRequest({ action, principal }: ApprovalRequest): string {
    return principal === undefined ? action.title : `${action.title} for ${personName(names, principal)}`;
  }
}
