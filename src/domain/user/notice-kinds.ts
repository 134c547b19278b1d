// Mails of section 7 that somebody chooses how to hear of: those of applications they enter that go to whom a record names.
import type { CallBody, Specification } from '#specification/model/specification.js';
import { canAccessApplication, type PersonWithRoles } from '../permissions.js';
import { joinSourceWithTables } from '#specification/cel/names-in-expressions.js';

/** Names in section 7. Empty for whoever is not to know that the application exists. */
export function listNoticeKinds(specification: Specification, person: PersonWithRoles): readonly string[] {
  if (!canAccessApplication(specification, person)) return [];
  return specification.calls
    .filter(({ parts }) =>
      Object.values(parts).some(({ mail }) => mail !== undefined && dependsOnRecordOrUser(mail.to)),
    )
    .map(({ key }) => key);
}

/** Whether it looks at a record, or at whoever acts: an address that is always the same belongs to no person. */
function dependsOnRecordOrUser(body: CallBody): boolean {
  if ('is' in body) return /\b(record|user)\b/.test(joinSourceWithTables(body.is));
  if ('list' in body) return body.list.some(dependsOnRecordOrUser);
  return 'members' in body && body.members.some(([, each]) => dependsOnRecordOrUser(each));
}
