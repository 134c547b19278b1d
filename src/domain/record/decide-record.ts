import { runWithSharedBudget } from '#specification/cel/evaluation-budget.js';
import type { DecidedEvent } from '../event.js';
import { assignRecord } from './lifecycle/assign-record.js';
import { changeRecord } from './lifecycle/change-record.js';
import { commentOnRecord } from './lifecycle/comment-on-record.js';
import type { DecisionContext, RecordDecisionContext } from './decision-context.js';
import { assertCanOpen, assertCanRead, assertCanReadAny } from './lifecycle/offered-actions.js';
import { eraseDueRecord } from './erasure/erase-due-record.js';
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
import { requestImportedCall } from './import/request-imported-call.js';
import { appendTimerChanges } from './timers/schedule-timers.js';
import { appendRestartedRounds } from './approvals/approve-action.js';

/** Called first. Throws `Refused` as reading the record or its form does; the handler authorizes imports. */
export function authorizeRecordCommand(
  state: RecordState,
  command: RecordCommand,
  decisionContext: DecisionContext,
): void {
  authorizeEntityAccess(command, decisionContext);
  if (command.type !== 'OpenRecord' && command.type !== 'ImportRecord') assertCanRead(decisionContext, state);
}

/** Independent of the record, so that a refusal does not reveal its existence. */
export function authorizeEntityAccess(command: RecordCommand, decisionContext: DecisionContext): void {
  if (command.type === 'OpenRecord') assertCanOpen(decisionContext);
  else if (command.type !== 'ImportRecord') assertCanReadAny(decisionContext);
}

/** Throws `Refused` with every reason. */
export function decideRecord(
  state: RecordState,
  command: RecordCommand,
  decisionContext: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  // An import runs many decisions, so each has its own budget.
  if (command.type === 'ImportRecord') return decideCommand(state, command, decisionContext);
  return runWithSharedBudget(() => {
    const events = appendRestartedRounds(
      state,
      decideCommand(state, command, decisionContext),
      decisionContext,
    );
    const isIdle = events.length === 0 && command.type !== 'FireTimer' && command.type !== 'SetTimers';
    return isIdle ? events : appendTimerChanges(state, events, decisionContext);
  });
}

function decideCommand(
  state: RecordState,
  command: RecordCommand,
  decisionContext: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  authorizeRecordCommand(state, command, decisionContext);
  const context = toRecordContext(state, command, decisionContext);
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
  ChangeRecord: (state, { input }, context) => changeRecord(state, input, context),
  TakeAction: takeAction,
  FollowUp: followUp,
  RefuseApproval: refuseApproval,
  TakeBackApproval: takeBackApproval,
  CommentRecord: (state, { text }, context) => commentOnRecord(state, text, context),
  AssignRecord: (state, { to }, context) => assignRecord(state, to, context),
  EraseDueRecord: eraseDueRecord,
  FireTimer: fireTimer,
  SetTimers: () => [],
  TellCall: requestImportedCall,
  ImportRecord: importHistory,
};

function toRecordContext(
  state: RecordState,
  { data }: RecordCommand,
  decisionContext: RecordDecisionContext,
): RecordDecisionContext {
  // Computed before the command, which may reveal more fields.
  const hidden = state.status === 'opened' ? { hidden: findHiddenFieldsNow(state, decisionContext) } : {};
  return { ...decisionContext, ...hidden, ...pickNotation(data) };
}

const pickNotation = (data: RecordCommand['data']): Pick<RecordDecisionContext, 'locale' | 'timeZone'> => ({
  ...('locale' in data && { locale: data.locale }),
  ...('timeZone' in data && { timeZone: data.timeZone }),
});

const findHiddenFieldsNow = (
  state: OpenedRecord,
  { entity, user, deputy, now }: DecisionContext,
): ReadonlySet<string> => findHiddenFields(entity, state, deputy ?? user, now);
