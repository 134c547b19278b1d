// Rules, states and guards apply, permissions do not.
import { changeRecord } from '../lifecycle/change-record.js';
import type { RecordDecisionContext } from '../decision-context.js';
import type { RecordInput } from '../record-commands.js';
import type { NewRecordEvents } from '../record-events.js';
import { evolveDecidedEvents, type RecordState } from '../record-state.js';
import { getAction, takeAction } from '../lifecycle/take-action.js';

export interface FollowUpConsequences {
  readonly input: RecordInput;
  readonly action: string | null;
  readonly reason: string;
}

export function followUp(
  state: RecordState,
  { input, action, reason }: FollowUpConsequences,
  context: RecordDecisionContext,
): NewRecordEvents {
  const actionFields = action === null ? [] : getAction(context, action).ask;
  const [asks, rest] = splitInput(input, actionFields);
  const changed = Object.keys(rest).length === 0 ? [] : changeRecord(state, rest, context);
  if (action === null) return changed;
  const after = evolveDecidedEvents(state, changed, context);
  return [...changed, ...takeAction(after, { action, input: asks, reason }, context)];
}

function splitInput(
  input: RecordInput,
  actionFields: readonly string[],
): readonly [RecordInput, RecordInput] {
  const entries = Object.entries(input);
  return [
    Object.fromEntries(entries.filter(([key]) => actionFields.includes(key))),
    Object.fromEntries(entries.filter(([key]) => !actionFields.includes(key))),
  ];
}
