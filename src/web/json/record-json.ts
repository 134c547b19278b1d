import type { PastRecord, PastRecordView } from '#query-handling/record-details/view-past-record.js';
import { isHidden, type VisibleRecord } from '#query-handling/visibility/visible-records.js';
import type { FieldChanges } from '#domain/record/approvals/approval-events.js';
import type { EntityName, Field, Specification } from '#specification/model/specification.js';
import type { Value } from '#specification/model/stored-value.js';
import { getEntityName } from '#specification/with-stored-keys.js';
import { JsonAddress } from '../addresses/json-address.js';
import { recordHref } from '../addresses/page-addresses.js';
import { toFieldsJson } from '../http/field-values-json.js';

export function toRecordJson(specification: Specification, record: VisibleRecord) {
  return {
    id: record.id,
    entity: getEntityName(specification, record.entity),
    version: record.version,
    number: record.number,
    title: record.titleHidden ? null : record.title,
    state: record.state,
    stateSince: record.stateSince,
    fields: toFieldsJson(specification.entities[record.entity]?.fields ?? [], record.fields),
    hidden: [...record.hidden],
    openedBy: record.openedBy,
    openedAt: record.openedAt,
    changedBy: record.changedBy,
    ...(record.changedFor !== undefined && { changedFor: record.changedFor }),
    changedAt: record.changedAt,
    assignee: record.assignee,
    comments: record.comments,
    specification: record.specification,
    rounds: roundsJson(record, specification.entities[record.entity]?.fields ?? []),
    signatures: record.signatures,
    page: new JsonAddress(recordHref(specification, record.entity, record.id)),
  };
}

/** Named as in the version of that time. */
export function toPastRecordJson(specification: Specification, { today, past }: KnownPast, text: string) {
  const visible = past.fields.filter(({ value }) => !isHidden(value) && value !== null);
  const values = Object.fromEntries(visible.map(({ field, value }) => [field.key, value as Value]));
  return {
    id: today.id,
    entity: getEntityName(specification, today.entity),
    number: past.number,
    title: past.title === '' ? null : past.title,
    state: past.state,
    stateSince: past.stateSince,
    fields: toFieldsJson(
      past.fields.map(({ field }) => field),
      values,
    ),
    hidden: past.fields.filter(({ value }) => isHidden(value)).map(({ field }) => field.key),
    openedBy: past.openedBy,
    openedAt: past.openedAt,
    changedBy: past.changedBy,
    ...(past.changedFor !== undefined && { changedFor: past.changedFor }),
    changedAt: past.changedAt,
    assignee: past.assignee,
    specification: past.specification,
    page: new JsonAddress(
      `${recordHref(specification, today.entity, today.id)}?${new URLSearchParams({ at: text }).toString()}`,
    ),
  };
}

type KnownPast = Pick<PastRecordView, 'today'> & { readonly past: PastRecord };

const roundsJson = ({ rounds }: VisibleRecord, fields: readonly Field[]) =>
  Object.entries(rounds).map(([action, { needs, votes }]) => ({
    action,
    needs,
    votes: votes.map(({ by, for: principal, at, says, reason, proposed }) => ({
      by,
      ...(principal !== undefined && { for: principal }),
      at,
      says,
      ...(reason !== undefined && { reason }),
      ...(proposed && { proposed: proposedJson(fields, proposed) }),
    })),
  }));

function proposedJson(fields: readonly Field[], proposed: FieldChanges) {
  const values = Object.fromEntries(Object.entries(proposed).map(([key, { to }]) => [key, to]));
  return toFieldsJson(
    fields.filter(({ key }) => Object.hasOwn(proposed, key)),
    values,
  );
}

/** Uses the entity's name in the current version. */
export const apiHref = (application: string, entity: EntityName, id?: string): string =>
  `/api/${application}/${entity}${id === undefined ? '' : `/${id}`}`;
