// For specifications that rename states or actions, or move the record.
import { type RecordedEvent, getEffectiveTime } from '#domain/event.js';
import { getMigratedName } from '#domain/record/migration/migration-events.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { addVisit, migrateTimes } from '#domain/record/lifecycle/times-in-states.js';
import { appendMove, renameInTrace } from '#domain/record/lifecycle/trace.js';
import { toTraceAndVariant } from './trace-variant.js';
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

export function migrateHistory(
  { left, signatures }: RecordDocument,
  { state, states, actions }: Migration,
): Pick<RecordDocument, 'left' | 'signatures'> {
  const was = left && [...new Set(left.map((each) => getMigratedName(states, each)))];
  const signed = signatures?.map((each) => ({ ...each, action: getMigratedName(actions, each.action) }));
  return {
    ...(state && !state.renamed ? { left: addDistinctState(was, state.from) } : was && { left: was }),
    ...(signed && { signatures: signed }),
  };
}

/** A move by a new version has no action. */
export function migrateTrace(
  { trace }: RecordDocument,
  event: RecordedEvent<RecordEvent>,
  { state, states, actions }: Migration,
): Pick<RecordDocument, 'trace' | 'variant'> {
  if (trace === undefined) return {};
  const renamed = renameInTrace(trace, { ...(states && { states }), ...(actions && { actions }) });
  if (!state || state.renamed) return toTraceAndVariant(renamed);
  const from = getMigratedName(states, state.from);
  return toTraceAndVariant(appendMove(renamed, { action: '', from, to: state.to }, getEffectiveTime(event)));
}

export const addDistinctState = (states: readonly string[] = [], state: string): readonly string[] =>
  states.includes(state) ? states : [...states, state];
