// Events of erasing people and records: first the intent, then the key is destroyed, then the certificate.
import type { Event, Metadata, DecidedEvent } from './event.js';
import type { RecordRef } from './stream-names.js';

/** Certifies that the key of the person is destroyed. */
export type UserErased = Event<
  'user.erased',
  { readonly person: string; readonly keyFingerprint: string | null }
>;

/** Certifies that the key of the record is destroyed. The reason is in the metadata. */
export type RecordErased = Event<'record.erased', { readonly keyFingerprint: string | null }>;

export type ErasureCertificate = UserErased | RecordErased;

export const ERASURE_INTENTS: readonly string[] = [
  'user.erasure-begun',
  'record.erasure-begun',
  'record.erasure-decided',
];

/** Types of events that certify a destroyed key. Logs of earlier versions have them without an intent. */
export const ERASURE_CERTIFICATES: readonly string[] = ['user.erased', 'record.erased'];

type EventWithType = Pick<Event, 'type'>;

export const isErasureCertified = (events: readonly EventWithType[]): boolean =>
  events.some(({ type }) => ERASURE_CERTIFICATES.includes(type));

export const isErasureRecorded = (events: readonly EventWithType[]): boolean =>
  events.some(({ type }) => ERASURE_CERTIFICATES.includes(type) || ERASURE_INTENTS.includes(type));

export const findOpenIntent = <E extends EventWithType>(events: readonly E[]): E | undefined =>
  isErasureCertified(events) ? undefined : events.find(({ type }) => ERASURE_INTENTS.includes(type));

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
