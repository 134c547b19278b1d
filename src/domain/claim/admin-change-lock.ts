// Serialized, so that two admins cannot remove each other at the same time.
import type { RecordedEvent } from '../event.js';
import type { UniqueValueEvent } from './unique-value.js';

interface AdminChange {
  readonly person: string;
  readonly since: string;
}

/** Every admin, in logs of earlier versions. */
const ANY_ADMIN = 'admins';

export type OpenAdminChanges = ReadonlyMap<string, AdminChange>;

export const foldAdminChanges = (events: readonly RecordedEvent<UniqueValueEvent>[]): OpenAdminChanges =>
  events.reduce<Map<string, AdminChange>>((open, { type, data: { record, field }, metadata }) => {
    if (type === 'value.released') open.delete(record);
    else open.set(record, { person: field, since: metadata.recordedAt });
    return open;
  }, new Map());

/**
 * Milliseconds until no open change can remove the admin. A command writes nothing `grace` milliseconds after its
 * start.
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
