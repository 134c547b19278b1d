// Only mails addressed by record or user.
import type { CallBody, Specification } from '#specification/model/specification.js';
import { canAccessApplication, type PersonWithRoles } from '../permissions.js';
import { joinSourceWithTables } from '#specification/cel/find-identifiers.js';

export function listNoticeKinds(specification: Specification, person: PersonWithRoles): readonly string[] {
  if (!canAccessApplication(specification, person)) return [];
  return specification.calls
    .filter(({ parts }) =>
      Object.values(parts).some(({ mail }) => mail !== undefined && dependsOnRecordOrUser(mail.to)),
    )
    .map(({ key }) => key);
}

/** A constant address belongs to no person. */
function dependsOnRecordOrUser(body: CallBody): boolean {
  if ('is' in body) return /\b(record|user)\b/.test(joinSourceWithTables(body.is));
  if ('list' in body) return body.list.some(dependsOnRecordOrUser);
  return 'members' in body && body.members.some(([, each]) => dependsOnRecordOrUser(each));
}
