// A mail as those chose whom it is for: some want no mail, and find it on their page, or do not want to hear of it. Who has no address finds
// it on their page.
import type { OpenedRecord } from '#domain/record/record-state.js';
import { getNoticeWay } from '#domain/user/notice-ways.js';
import type { NoticeWay } from '#domain/user/user-events.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';
import type { OutgoingMessage } from './call-attempt.js';
import { CallNotPossible, type CallTarget } from './call-target.js';
import { redactAddress, type OutgoingMail } from './outgoing-messages.js';
import { readUser } from '../pipeline/acting-person.js';

type Ports = Pick<CommandDependencies, 'store' | 'personalData'>;

/** Addresses that belong to nobody whom the record names get the mail in any case. Throws `CannotBeMade`, and what the engines throw. */
export async function applyNoticeChoices(
  ports: Ports,
  target: CallTarget,
  outgoing: OutgoingMessage,
): Promise<OutgoingMessage> {
  if (!('mail' in outgoing)) return outgoing;
  const { mail } = outgoing;
  const unwanted = new Set<string>();
  const shownTo: string[] = [];
  let known = 0;
  for (const [id, email] of addressees(target, mail)) {
    const way = await wayOf(ports, target, id);
    if (way !== undefined) known++;
    if (way !== undefined && way !== 'mail') unwanted.add(email);
    if (way !== undefined && way !== 'neither') shownTo.push(id);
  }
  if (mail.to.length === 0 && known === 0)
    throw new CallNotPossible('nobody whom it is to has a mail address');
  return { mail: { ...mail, to: mail.to.filter((address) => !unwanted.has(address)) }, shownTo };
}

/** undefined: they are not here, or not any more. */
async function wayOf(
  ports: Ports,
  { specification: { key: application }, call: { key: call } }: CallTarget,
  id: string,
): Promise<NoticeWay | undefined> {
  const person = await readUser(ports, id);
  return person.status === 'registered' ? getNoticeWay(person.notices, { application, call }) : undefined;
}

/** Id → address; '' where there is none. */
function addressees(target: CallTarget, { to }: OutgoingMail): ReadonlyMap<string, string> {
  const { scope, entity } = target;
  const record = scope.record as unknown as OpenedRecord;
  const fields = entity.fields.map(({ key }): unknown => record.fields[key]);
  const people = [scope.user, record.openedBy, record.assignee, ...fields].filter(hasAddress);
  return new Map([
    ...redactAddress(target).map((id) => [id, ''] as const),
    ...people.filter(({ email }) => to.includes(email)).map(({ id, email }) => [id, email] as const),
  ]);
}

function hasAddress(value: unknown): value is { readonly id: string; readonly email: string } {
  const { id, email } = (value ?? {}) as { readonly id?: unknown; readonly email?: unknown };
  return typeof id === 'string' && typeof email === 'string';
}
