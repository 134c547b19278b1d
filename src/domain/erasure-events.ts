// What erasures of people and of records have in common: the intent comes first, then the key is destroyed, then the certificate is written.
import type { Event, Metadata, DecidedEvent } from './event.js';
import type { RecordRef } from './stream-names.js';

/** The certificate of an erasure: the key is destroyed, everything sealed with it is unreadable from here on. */
export type UserErased = Event<
  'user.erased',
  { readonly person: string; readonly keyFingerprint: string | null }
>;

/** The same of a record: what was sealed with the record's own key is unreadable from here on. The reason is in the metadata. */
export type RecordErased = Event<'record.erased', { readonly keyFingerprint: string | null }>;

export type ErasureCertificate = UserErased | RecordErased;

/** Types of events after which there is no way back. */
export const ERASURE_INTENTS: readonly string[] = [
  'user.erasure-begun',
  'record.erasure-begun',
  'record.erasure-decided',
];

/** Types of events that certify that the key is destroyed. Logs of earlier versions have them without an intent. */
export const ERASURE_CERTIFICATES: readonly string[] = ['user.erased', 'record.erased'];

type EventWithType = Pick<Event, 'type'>;

export const isErasureCertified = (events: readonly EventWithType[]): boolean =>
  events.some(({ type }) => ERASURE_CERTIFICATES.includes(type));

/** Of a person or a record whose key may be gone: the erasure has begun, or is certified. */
export const isErasureRecorded = (events: readonly EventWithType[]): boolean =>
  events.some(({ type }) => ERASURE_CERTIFICATES.includes(type) || ERASURE_INTENTS.includes(type));

/** The intent of an erasure that is not certified yet. */
export const findOpenIntent = <E extends EventWithType>(events: readonly E[]): E | undefined =>
  isErasureCertified(events) ? undefined : events.find(({ type }) => ERASURE_INTENTS.includes(type));

/** For the reason that the intent gave. */
export function createErasureCertificate(
  owner: string | RecordRef,
  keyFingerprint: string | null,
  { metadata: { reason } }: { readonly metadata: Pick<Metadata, 'reason'> },
): DecidedEvent<ErasureCertificate> {
  const overrides = reason === undefined ? {} : { metadata: { reason } };
  return typeof owner === 'string'
    ? { type: 'user.erased', data: { person: owner, keyFingerprint }, ...overrides }
    : { type: 'record.erased', data: { keyFingerprint }, ...overrides };
}
