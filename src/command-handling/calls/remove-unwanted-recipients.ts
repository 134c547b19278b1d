// Recipients may turn mails off.
import type { OpenedRecord } from '#domain/record/record-state.js';
import { getNoticeWay } from '#domain/user/notice-ways.js';
import type { NoticeWay } from '#domain/user/user-events.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';
import type { OutgoingMessage } from './call-attempt.js';
import { InvalidCallError, type RequestedCall } from './requested-call.js';
import { findRecipientsWithoutAddress, type OutgoingMail } from './outgoing-messages.js';
import { readUser } from '../pipeline/acting-person.js';

type Ports = Pick<CommandDependencies, 'store' | 'personalData'>;

/** Addresses of other people always get the mail. Throws `InvalidCallError` and engine errors. */
export async function removeUnwantedRecipients(
  ports: Ports,
  target: RequestedCall,
  outgoing: OutgoingMessage,
): Promise<OutgoingMessage> {
  if (!('mail' in outgoing)) return outgoing;
  const { mail } = outgoing;
  const unwanted = new Set<string>();
  const shownTo: string[] = [];
  let known = 0;
  for (const [id, email] of addressees(target, mail)) {
    const way = await findNoticeWay(ports, target, id);
    if (way !== undefined) known++;
    if (way !== undefined && way !== 'mail') unwanted.add(email);
    if (way !== undefined && way !== 'neither') shownTo.push(id);
  }
  if (mail.to.length === 0 && known === 0)
    throw new InvalidCallError('nobody whom it is to has a mail address');
  return { mail: { ...mail, to: mail.to.filter((address) => !unwanted.has(address)) }, shownTo };
}

async function findNoticeWay(
  ports: Ports,
  { specification: { key: application }, call: { key: call } }: RequestedCall,
  id: string,
): Promise<NoticeWay | undefined> {
  const person = await readUser(ports, id);
  return person.status === 'registered' ? getNoticeWay(person.notices, { application, call }) : undefined;
}

function addressees(target: RequestedCall, { to }: OutgoingMail): ReadonlyMap<string, string> {
  const { scope, entity } = target;
  const record = scope.record as unknown as OpenedRecord;
  const fields = entity.fields.map(({ key }): unknown => record.fields[key]);
  const people = [scope.user, record.openedBy, record.assignee, ...fields].filter(hasAddress);
  return new Map([
    ...findRecipientsWithoutAddress(target).map((id) => [id, ''] as const),
    ...people.filter(({ email }) => to.includes(email)).map(({ id, email }) => [id, email] as const),
  ]);
}

function hasAddress(value: unknown): value is { readonly id: string; readonly email: string } {
  const { id, email } = (value ?? {}) as { readonly id?: unknown; readonly email?: unknown };
  return typeof id === 'string' && typeof email === 'string';
}
