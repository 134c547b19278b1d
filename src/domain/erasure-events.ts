// First the intent, then the key is destroyed, then the certificate. Storage format: change only with an upcast.
import type { Event, Metadata, DecidedEvent } from './event.js';
import type { RecordRef } from './stream-names.js';

export type UserErased = Event<
  'user.erased',
  { readonly person: string; readonly keyFingerprint: string | null }
>;

export type RecordErased = Event<'record.erased', { readonly keyFingerprint: string | null }>;

export type ErasureCertificate = UserErased | RecordErased;

export const ERASURE_INTENT_TYPES: readonly string[] = [
  'user.erasure-begun',
  'record.erasure-begun',
  'record.erasure-decided',
];

/** Logs of earlier versions have no intents. */
export const ERASURE_CERTIFICATE_TYPES: readonly string[] = ['user.erased', 'record.erased'];

type EventWithType = Pick<Event, 'type'>;

export const isErasureCertified = (events: readonly EventWithType[]): boolean =>
  events.some(({ type }) => ERASURE_CERTIFICATE_TYPES.includes(type));

export const hasErasureBegun = (events: readonly EventWithType[]): boolean =>
  events.some(({ type }) => ERASURE_CERTIFICATE_TYPES.includes(type) || ERASURE_INTENT_TYPES.includes(type));

export const findOpenErasureIntent = <E extends EventWithType>(events: readonly E[]): E | undefined =>
  isErasureCertified(events) ? undefined : events.find(({ type }) => ERASURE_INTENT_TYPES.includes(type));

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
