// The record decider: which decision answers which command.
import { sharingSteps } from '#specification/cel/evaluation-budget.js';
import type { DecidedEvent } from '../event.js';
import { assign } from './lifecycle/assign-record.js';
import { change } from './lifecycle/change-record.js';
import { comment } from './lifecycle/comment-on-record.js';
import type { DecisionContext, RecordDecisionContext } from './decision-context.js';
import { mustBeOpener, mustRead, mustReadAny } from './lifecycle/offered-actions.js';
import { eraseDue } from './erasure/erase-due-record.js';
import { importHistory } from './import/import-history.js';
import { openRecord } from './lifecycle/open-record.js';
import type { RecordCommand } from './record-commands.js';
import type { RecordEvent } from './record-events.js';
import { findHiddenFields } from '../permissions.js';
import type { OpenedRecord, RecordState } from './record-state.js';
import { refuseApproval, takeBackApproval } from './approvals/refuse-approval.js';
import { takeAction } from './lifecycle/take-action.js';
import { fireTimer } from './timers/fire-timer.js';
import { followUp } from './calls/follow-up.js';
import { tellCall } from './import/imported-call.js';
import { withTimers } from './timers/schedule-timers.js';
import { withRoundsBegunAgain } from './approvals/approve-action.js';

/**
 * Before anything of the command is looked at, and of what it points to. Throws `Refused` as reading the record would, or
 * as the form would that opens one. Who imports was asked before.
 */
export function admit(state: RecordState, command: RecordCommand, decisionContext: DecisionContext): void {
  admitToAny(command, decisionContext);
  if (command.type !== 'OpenRecord' && command.type !== 'ImportRecord') mustRead(decisionContext, state);
}

/** What of it does not depend on the record, and is told before it is known whether there is one. Throws `Refused`. */
export function admitToAny(command: RecordCommand, decisionContext: DecisionContext): void {
  if (command.type === 'OpenRecord') mustBeOpener(decisionContext);
  else if (command.type !== 'ImportRecord') mustReadAny(decisionContext);
}

/** [] = already so. Throws `Refused` with every reason there is. */
export function decide(
  state: RecordState,
  command: RecordCommand,
  decisionContext: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  // Histories are the operator's, and have as many decisions in them as steps.
  if (command.type === 'ImportRecord') return decided(state, command, decisionContext);
  return sharingSteps(() => {
    const events = withRoundsBegunAgain(state, decided(state, command, decisionContext), decisionContext);
    const isIdle = events.length === 0 && command.type !== 'FireTimer' && command.type !== 'SetTimers';
    return isIdle ? events : withTimers(state, events, decisionContext);
  });
}

function decided(
  state: RecordState,
  command: RecordCommand,
  decisionContext: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  admit(state, command, decisionContext);
  const context = contextOf(state, command, decisionContext);
  const decision = decisions[command.type] as RecordDecider<RecordCommand>;
  return decision(state, command.data, context);
}

type RecordDecider<Command extends RecordCommand> = (
  state: RecordState,
  data: Command['data'],
  context: RecordDecisionContext,
) => readonly DecidedEvent<RecordEvent>[];

const decisions: {
  readonly [Type in RecordCommand['type']]: RecordDecider<Extract<RecordCommand, { readonly type: Type }>>;
} = {
  OpenRecord: (state, { input }, context) => openRecord(state, input, context),
  ChangeRecord: (state, { input }, context) => change(state, input, context),
  TakeAction: takeAction,
  FollowUp: followUp,
  RefuseApproval: refuseApproval,
  TakeBackApproval: takeBackApproval,
  CommentRecord: (state, { text }, context) => comment(state, text, context),
  AssignRecord: (state, { to }, context) => assign(state, to, context),
  EraseDueRecord: eraseDue,
  FireTimer: fireTimer,
  SetTimers: () => [],
  TellCall: tellCall,
  ImportRecord: importHistory,
};

function contextOf(
  state: RecordState,
  { data }: RecordCommand,
  decisionContext: RecordDecisionContext,
): RecordDecisionContext {
  // As they are before the command: who would see more by what the command does has not seen it yet.
  const hidden = state.status === 'opened' ? { hidden: hiddenIn(state, decisionContext) } : {};
  return { ...decisionContext, ...hidden, ...writtenIn(data) };
}

const writtenIn = (data: RecordCommand['data']): Pick<RecordDecisionContext, 'locale' | 'timeZone'> => ({
  ...('locale' in data && { locale: data.locale }),
  ...('timeZone' in data && { timeZone: data.timeZone }),
});

const hiddenIn = (state: OpenedRecord, { entity, user, deputy, now }: DecisionContext): ReadonlySet<string> =>
  findHiddenFields(entity, state, deputy ?? user, now);
