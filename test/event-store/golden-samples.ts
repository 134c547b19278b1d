// Each event as once stored, and the result of reading it for ever.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Event, NewEvent } from '#domain/event.js';
import type { StoredEvent } from '#domain/event-types.js';
import type { EventUpcasters } from '#event-store/event-codec.js';

export interface GoldenSample {
  readonly stored: NewEvent;
  readonly decoded: Event;
}

const FOLDER = join(import.meta.dirname, 'golden');

export type Sampled<Types extends string> = { readonly [Type in Types]: true };

/** A type without a sample does not compile; a missing file, or an earlier shape without one, fails its test. */
export const SAMPLED: Sampled<StoredEvent['type']> = {
  'number.taken': true,
  'number.voided': true,
  'opening.counted': true,
  'opening.given-back': true,
  'record.action-taken': true,
  'record.approval-given': true,
  'record.approval-refused': true,
  'record.approval-taken-back': true,
  'record.approvals-begun-again': true,
  'record.assigned': true,
  'record.call-answered': true,
  'record.call-closed': true,
  'record.call-failed': true,
  'record.call-given-up': true,
  'record.call-passed': true,
  'record.call-requested': true,
  'record.call-retried': true,
  'record.call-settled': true,
  'record.call-withheld': true,
  'record.changed': true,
  'record.commented': true,
  'record.erased': true,
  'record.erasure-begun': true,
  'record.erasure-decided': true,
  'record.migrated': true,
  'record.opened': true,
  'process.item-failed': true,
  'process.item-retried': true,
  'process.item-skipped': true,
  'projection.event-skipped': true,
  'projection.paused': true,
  'projection.replay-accepted': true,
  'projection.resumed': true,
  'projection.retried': true,
  'projection.rolled-back': true,
  'specification.constants-changed': true,
  'record.timer-fired': true,
  'record.timers-set': true,
  'specification.exported': true,
  'specification.imported': true,
  'specification.published': true,
  'user.deputy-dismissed': true,
  'user.deputy-named': true,
  'user.erased': true,
  'user.erasure-begun': true,
  'user.link-issued': true,
  'user.locked': true,
  'user.notice-chosen': true,
  'user.password-set': true,
  'user.preferences-chosen': true,
  'user.registered': true,
  'user.role-granted': true,
  'user.role-revoked': true,
  'user.roles-renamed': true,
  'user.sessions-ended': true,
  'user.sign-in-failed': true,
  'user.signing-failed': true,
  'user.signed-in': true,
  'user.signed-out': true,
  'user.unlocked': true,
  'sign-in-rules.chosen': true,
  'user.second-factor-set': true,
  'user.second-factor-used': true,
  'user.recovery-code-used': true,
  'user.second-factor-reset': true,
  'user.token-issued': true,
  'user.token-revoked': true,
  'user.token-used': true,
  'user.view-saved': true,
  'user.view-deleted': true,
  'application-import.begun': true,
  'timeline.exported': true,
  'provider-roles.changed': true,
  'user.identity-linked': true,
  'user.identity-unlinked': true,
  'user.identity-groups-received': true,
  'value.claimed': true,
  'value.released': true,
};

/** Need a sample of the current shape. */
export const SAMPLED_TYPES = Object.keys(SAMPLED) as readonly StoredEvent['type'][];

/** Stored names of earlier shapes. */
export const earlierNames = (types: EventUpcasters): readonly string[] =>
  Object.entries(types).flatMap(([type, { upcasts }]) =>
    upcasts.map((_, index) => (index === 0 ? type : `${type}@${index + 1}`)),
  );

/** By stored name, which is the file's. `+lacking`: the same name without the optional member. */
export const goldenSamples: ReadonlyMap<string, GoldenSample> = new Map(
  readdirSync(FOLDER).map((name) => [
    name.replace(/\.json$/, ''),
    JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as GoldenSample,
  ]),
);
