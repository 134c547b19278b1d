// The golden samples: each event as it was stored once, and what reading it gives for ever.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Event, NewEvent } from '#domain/event.js';
import type { StoredEvent } from '#domain/event-types.js';

export interface GoldenSample {
  readonly stored: NewEvent;
  readonly decoded: Event;
}

const FOLDER = join(import.meta.dirname, 'golden');

/** A type of event without a sample does not compile; one whose file is missing, or of an older shape without one, fails its law. */
const SAMPLED: { readonly [Type in StoredEvent['type']]: true } = {
  'number.taken': true,
  'number.voided': true,
  'opening.counted': true,
  'opening.given-back': true,
  'record.action-taken': true,
  'record.assigned': true,
  'record.changed': true,
  'record.commented': true,
  'record.erased': true,
  'record.opened': true,
  'specification.published': true,
  'user.erased': true,
  'user.link-issued': true,
  'user.password-set': true,
  'user.registered': true,
  'user.role-granted': true,
  'user.role-revoked': true,
  'user.sessions-ended': true,
  'user.sign-in-failed': true,
  'user.signed-in': true,
  'user.signed-out': true,
  'value.claimed': true,
  'value.released': true,
};

/** Types that have to have a sample of their shape of today. */
export const SAMPLED_TYPES = Object.keys(SAMPLED) as readonly StoredEvent['type'][];

/** Stored name → sample; the file is named for it. */
export const goldenSamples: ReadonlyMap<string, GoldenSample> = new Map(
  readdirSync(FOLDER).map((name) => [
    name.replace(/\.json$/, ''),
    JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as GoldenSample,
  ]),
);
