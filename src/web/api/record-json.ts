// A record as the JSON API gives it, as this person may see it.
import type { VisibleRecord } from '#query-handling/visible-records.js';
import type { Specification } from '#specification/specification.js';
import { recordHref } from '../routes.js';
import { fieldsJson } from './values-json.js';

export function recordJson(specification: Specification, record: VisibleRecord) {
  return {
    id: record.id,
    entity: record.entity,
    version: record.version,
    number: record.number,
    title: record.titleHidden ? null : record.title,
    state: record.state,
    fields: fieldsJson(specification.entities[record.entity]?.fields ?? [], record.fields),
    /** Keys of fields that are not visible to whoever asks. */
    hidden: [...record.hidden],
    openedBy: record.openedBy,
    openedAt: record.openedAt,
    changedBy: record.changedBy,
    changedAt: record.changedAt,
    assignee: record.assignee,
    comments: record.comments,
    specification: record.specification,
    rounds: roundsJson(record),
    signatures: record.signatures,
    page: recordHref(specification, record.entity, record.id),
  };
}

/** Who has approved, or refused to, what is not done yet. */
const roundsJson = ({ rounds }: VisibleRecord) =>
  Object.entries(rounds).map(([action, { needs, votes }]) => ({
    action,
    needs,
    votes: votes.map(({ by, for: principal, at, says, reason }) => ({
      ...{ by, ...(principal !== undefined && { for: principal }), at, says },
      ...(reason !== undefined && { reason }),
    })),
  }));

export const apiHref = (application: string, entity: string, id?: string): string =>
  `/api/${application}/${entity}${id === undefined ? '' : `/${id}`}`;
