// Storage format: change only with an upcast.
import type { Event, EventTypeMap, EventVocabulary } from '#domain/event.js';
import { ERASURE_INTENT_TYPES, type RecordErased } from '#domain/erasure-events.js';
import { SIGNATURE_MEMBER_DESCRIPTION, type Signature } from '../approvals/approval-events.js';

/** Final: destroying the key follows. */
export type RecordErasureDecided = Event<
  'record.erasure-decided',
  {
    /** Of section 9 at that time. `in` null: since the last change. */
    readonly rule: { readonly keep: string; readonly in: readonly string[] | null };
    readonly from: string;
    readonly due: string;
    readonly signature: Signature;
  }
>;

/** Final: destroying the key follows. */
export type RecordErasureBegun = Event<'record.erasure-begun', Readonly<Record<never, never>>>;

export type ErasureEvent = RecordErasureDecided | RecordErasureBegun | RecordErased;

type ErasureIntent = RecordErasureDecided | RecordErasureBegun;

export const isErasureIntent = <E extends { readonly type: string }>(
  event: E,
): event is Extract<E, { readonly type: ErasureIntent['type'] }> => ERASURE_INTENT_TYPES.includes(event.type);

const STREAM = '<key>.<Entity>-<record>';

export const erasureEventTypes: EventTypeMap<ErasureEvent> = {
  'record.erasure-decided': {
    stream: STREAM,
    when: 'A record had been kept as long as section 9 says, and somebody with the right to it decided, with a signature, that its personal data go. A reason is in the metadata.',
    title: 'Erasure decided',
    kind: 'record',
    verbPhrase: 'decided to erase the personal data',
    describe: ({ rule, due }, words) =>
      `decided to erase the personal data${describeRetention(rule, due, words)}`,
    members: {
      rule: 'the retention it was decided by: how long to `keep`, counted from the states `in`; null: from the last change',
      from: 'the instant it counted from',
      due: 'the instant from which on it was due',
      signature: SIGNATURE_MEMBER_DESCRIPTION,
    },
    upcasts: [],
  },
  'record.erasure-begun': {
    stream: STREAM,
    when: 'An administrator asked that the personal data of a record be erased, for the reason in the metadata. It cannot be taken back: the key is destroyed, also where the process ends before it comes to that.',
    title: 'Erasure of a record begun',
    kind: 'record',
    verbPhrase: 'began to erase the personal data',
    members: {},
    upcasts: [],
  },
  'record.erased': {
    stream: STREAM,
    when: 'The personal data of a record were erased: somebody asked for it who is no user, or its retention was over. This is the certificate. What was sealed with the record’s key is unreadable from here on.',
    title: 'Personal data of a record erased',
    kind: 'record',
    verbPhrase: 'erased the personal data',
    members: { keyFingerprint: 'SHA-256 of the destroyed key, in hex; null where there was none' },
    upcasts: [],
  },
};

function describeRetention(rule: unknown, due: unknown, words: EventVocabulary): string {
  const keep = typeof rule === 'object' && rule !== null && 'keep' in rule ? rule.keep : undefined;
  if (typeof keep !== 'string' || typeof due !== 'string') return '';
  return ` (kept for ${words.duration(keep)}, due since ${words.day(due.slice(0, 10))})`;
}
