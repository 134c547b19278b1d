// Changes that may take an admin away, as they are begun and ended in one stream: two admins who take each other away must not both succeed.
import type { RecordedEvent } from '../event.js';
import type { UniqueValueEvent } from './unique-value.js';

/** One command while it is at work. */
interface AdminChange {
  /** Id of the person it is about, or `ANYBODY`. */
  readonly person: string;
  /** When it was begun: ISO 8601. */
  readonly since: string;
}

/** In logs of a version that let one change wait for any other. */
const ANY_ADMIN = 'admins';

/** Changes that were begun and not ended, by their id. */
export type OpenAdminChanges = ReadonlyMap<string, AdminChange>;

export const foldAdminChanges = (events: readonly RecordedEvent<UniqueValueEvent>[]): OpenAdminChanges =>
  events.reduce<Map<string, AdminChange>>((open, { type, data: { record, field }, metadata }) => {
    if (type === 'value.released') open.delete(record);
    else open.set(record, { person: field, since: metadata.recordedAt });
    return open;
  }, new Map());

/**
 * Milliseconds until it is certain whether a change that was begun takes this admin away; 0: none is open. A command writes nothing
 * `grace` milliseconds after it has begun.
 */
export function computeAdminChangeWait(
  open: OpenAdminChanges,
  admin: string,
  now: string,
  grace: number,
): number {
  let longest = 0;
  for (const { person, since } of open.values()) {
    const wait = Date.parse(since) + grace - Date.parse(now) + 1;
    if (person === admin || person === ANY_ADMIN) longest = Math.max(longest, wait);
  }
  return longest;
}

export const beginAdminChange = (change: string, person: string): UniqueValueEvent => ({
  type: 'value.claimed',
  data: { field: person, record: change },
});

export const endAdminChange = (change: string, person: string): UniqueValueEvent => ({
  type: 'value.released',
  data: { field: person, record: change },
});
