import { createBuiltInReason } from '../create-reason.js';
import type { DecidedEvent } from '../event.js';
import { Refused } from '../refusal.js';
import type { ApplicationImportBegun } from './application-import-events.js';

/** undefined: none was begun. */
export type BegunImport = Pick<ApplicationImportBegun['data'], 'archive' | 'people'> | undefined;

export const foldBegunImport = (events: readonly Pick<ApplicationImportBegun, 'data'>[]): BegunImport =>
  events[0]?.data;

/** [] for the same again, after an interruption. Throws `Refused` CHANGED_MEANWHILE. */
export function beginApplicationImport(
  before: BegunImport,
  data: ApplicationImportBegun['data'],
): readonly DecidedEvent<ApplicationImportBegun>[] {
  if (!before) return [{ type: 'application-import.begun', data }];
  if (before.archive === data.archive && before.people === data.people) return [];
  throw new Refused([createBuiltInReason('CHANGED_MEANWHILE')]);
}
