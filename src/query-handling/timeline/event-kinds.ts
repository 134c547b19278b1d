// Each type belongs to one kind.
import { eventTypes } from '#domain/event-types.js';

export const EVENT_KINDS = [
  'decisions',
  'changes',
  'comments',
  'erasures',
  'calls',
  'people',
  'specifications',
  'sign-ins',
  'internal',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const isEventKind = (text: string): text is EventKind =>
  (EVENT_KINDS as readonly string[]).includes(text);

const SIGN_INS: ReadonlySet<string> = new Set([
  'user.signed-in',
  'user.signed-out',
  'user.sessions-ended',
  'user.sign-in-failed',
  'user.signing-failed',
]);

export function toEventKind(type: string): EventKind {
  const known = (eventTypes as Readonly<Record<string, { readonly kind: string }>>)[type];
  if (!known || known.kind === 'bookkeeping') return 'internal';
  if (SIGN_INS.has(type)) return 'sign-ins';
  if (type.includes('.eras')) return 'erasures';
  if (known.kind === 'specification') return 'specifications';
  if (known.kind === 'person') return 'people';
  if (type === 'record.commented') return 'comments';
  if (type === 'record.action-taken' || type.startsWith('record.approval')) return 'decisions';
  return type.startsWith('record.call-') || type === 'record.timer-fired' ? 'calls' : 'changes';
}

export const listTypesOfKind = (kind: EventKind): readonly string[] =>
  Object.keys(eventTypes).filter((type) => toEventKind(type) === kind);

export const KINDS_HIDDEN_BY_DEFAULT = ['sign-ins', 'internal'] as const satisfies readonly EventKind[];

export const HIDDEN_BY_DEFAULT: readonly string[] = KINDS_HIDDEN_BY_DEFAULT.flatMap(listTypesOfKind);
