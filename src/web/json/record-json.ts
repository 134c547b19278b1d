// A record as the JSON API gives it, as this person may see it.
import type { VisibleRecord } from '#query-handling/visibility/visible-records.js';
import type { FieldChanges } from '#domain/record/approvals/approval-events.js';
import type { EntityName, Field, Specification } from '#specification/model/specification.js';
import { getEntityName } from '#specification/with-stored-keys.js';
import { recordHref } from '../addresses/page-addresses.js';
import { fieldsJson } from '../http/values-json.js';

export function recordJson(specification: Specification, record: VisibleRecord) {
  return {
    id: record.id,
    entity: getEntityName(specification, record.entity),
    version: record.version,
    number: record.number,
    title: record.titleHidden ? null : record.title,
    state: record.state,
    stateSince: record.stateSince,
    fields: fieldsJson(specification.entities[record.entity]?.fields ?? [], record.fields),
    /** Keys of fields that the viewer may not read. */
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
    page: recordHref(specification, record.entity, record.id),
  };
}

/** Who has approved, or refused to, what is not done yet, and what it will write then. */
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
  return fieldsJson(
    fields.filter(({ key }) => Object.hasOwn(proposed, key)),
    values,
  );
}

/** By what the running version calls the entity. */
export const apiHref = (application: string, entity: EntityName, id?: string): string =>
  `/api/${application}/${entity}${id === undefined ? '' : `/${id}`}`;
