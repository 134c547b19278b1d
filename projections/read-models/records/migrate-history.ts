// Migrates a record document's history when a specification renames states or actions, or moves the record.
import { type RecordedEvent, getEffectiveTime } from '#domain/event.js';
import { getMigratedName } from '#domain/record/migration/migration-events.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { addVisit, migrateTimes } from '#domain/record/lifecycle/times-in-states.js';
import type { RecordDocument } from './record-document.js';

type Migration = Extract<RecordEvent, { type: 'record.migrated' }>['data'];

/** A moved record ends its visit; earlier visits get their states' new names. */
export function migrateStateTimes(
  document: RecordDocument,
  event: RecordedEvent<RecordEvent>,
  { state, states }: Migration,
): Pick<RecordDocument, 'stateSince' | 'timesInStates'> {
  const at = getEffectiveTime(event);
  const times = migrateTimes(document.timesInStates, states);
  if (!state || state.renamed) return { stateSince: document.stateSince, timesInStates: times };
  const visit = { state: getMigratedName(states, state.from), stateSince: document.stateSince };
  return { stateSince: at, timesInStates: addVisit(times, visit, at) };
}

/** History uses current names. */
export function migrateHistory(
  { left, signatures }: RecordDocument,
  { state, states, actions }: Migration,
): Pick<RecordDocument, 'left' | 'signatures'> {
  const was = left && [...new Set(left.map((each) => getMigratedName(states, each)))];
  const signed = signatures?.map((each) => ({ ...each, action: getMigratedName(actions, each.action) }));
  return {
    ...(state && !state.renamed ? { left: addState(was, state.from) } : was && { left: was }),
    ...(signed && { signatures: signed }),
  };
}

export const addState = (states: readonly string[] = [], state: string): readonly string[] =>
  states.includes(state) ? states : [...states, state];
