import { listGrantConditions, describeRequirement, describeGrantees } from '#domain/condition-wording.js';
import { createPhrase, type Phrase } from '#specification/refusal-words/phrases.js';
import type { Action, Expression, Grant, RecordInScope } from '#specification/model/specification.js';
import { canStartFrom } from '#specification/model/allowed-transitions.js';
import { runWithSharedBudget, getRemainingSteps } from '#specification/cel/evaluation-budget.js';
import { evaluateWithinBudget, BUDGET_EXCEEDED } from '#domain/evaluate-expressions.js';
import { createReason } from '#domain/create-reason.js';
import { type Reason, Refused } from '#domain/refusal.js';
import { completeRecord, checkRules } from '../computed/complete-record.js';
import { checkDuties, createActionBudgetReason } from '../approvals/separation-of-duties.js';
import type { DecisionContext } from '../decision-context.js';
import {
  findGrantLocation,
  isGranted,
  canOpen,
  canRead,
  describeRoles,
  deriveReadCondition,
  getFieldGrants,
  canEditField,
} from '#domain/permissions.js';
import type { RecordWithRounds } from '../approvals/approval-round.js';
import type { OpenedRecord, RecordState } from '../record-state.js';
import { findField } from '#specification/field-types/find-field-type.js';

/** Throws `Refused` NOT_PERMITTED. A deputy needs own roles. */
export function assertCanReadAny(decisionContext: DecisionContext): void {
  const { entity } = decisionContext;
  const user = decisionContext.deputy ?? decisionContext.user;
  if (user.auditor !== true && deriveReadCondition(entity, user) === false)
    throw createUnreadableRecordRefusal(decisionContext);
}

/** Throws `Refused` NOT_PERMITTED if no role reads any such record; then NOT_FOUND or NOT_PERMITTED. */
export function assertCanRead(
  decisionContext: DecisionContext,
  record: RecordState,
): asserts record is OpenedRecord {
  const { entity, now } = decisionContext;
  const user = decisionContext.deputy ?? decisionContext.user;
  assertCanReadAny(decisionContext);
  if (record.status === 'not opened') throw new Refused([createReason(decisionContext, 'NOT_FOUND')]);
  if (user.auditor !== true && !canRead(entity, record, user, now))
    throw createUnreadableRecordRefusal(decisionContext);
}

const createUnreadableRecordRefusal = (decisionContext: DecisionContext): Refused =>
  createUnreadableRefusal(decisionContext, createPhrase('to.read', { entity: decisionContext.entity.title }));

export function createUnreadableRefusal(decisionContext: DecisionContext, what: Phrase): Refused {
  return new Refused([
    createNotGrantedReason(decisionContext, what, decisionContext.entity.permissions.read),
  ]);
}

/** Throws `Refused` NOT_PERMITTED, whatever the id. */
export function assertCanOpen(decisionContext: DecisionContext): void {
  const reasons = checkOpen(decisionContext);
  if (reasons.length > 0) throw new Refused(reasons);
}

/** Ignores conditions, which need a record. */
export function checkOpen(decisionContext: DecisionContext): readonly Reason[] {
  const { entity, user } = decisionContext;
  if (canOpen(entity, user)) return [];
  return [
    createNotGrantedReason(
      decisionContext,
      createPhrase('to.open', { entity: entity.title }),
      entity.permissions.open,
    ),
  ];
}

export interface OfferedAction {
  readonly action: Action;
  /** Without missing answers. */
  readonly reasons: readonly Reason[];
}

export function listOfferedActions(
  decisionContext: DecisionContext,
  record: RecordWithRounds,
): readonly OfferedAction[] {
  const { actions } = decisionContext.entity.lifecycle;
  const refused = runWithSharedBudget(() =>
    actions.map((action) => checkAction(decisionContext, record, action)),
  );
  return runWithSharedBudget(() =>
    actions.map((action, index) => {
      const reasons = refused[index]!;
      return {
        action,
        reasons: reasons.length > 0 ? reasons : checkRulesAfter(decisionContext, record, action),
      };
    }),
  );
}

/** Rules of the next state that answers cannot mend. */
function checkRulesAfter(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
): readonly Reason[] {
  const after = completeRecord(decisionContext, { ...record, state: action.to ?? record.state });
  const broken = checkRules(decisionContext, after.record, new Set(action.ask));
  // Taking this action alone may fit the budget.
  return getRemainingSteps() > 0 ? broken : broken.filter(({ code }) => code !== 'TOO_MUCH_TO_COMPUTE');
}

export function checkAction(
  decisionContext: DecisionContext,
  record: RecordWithRounds,
  action: Action,
): readonly Reason[] {
  const unreadable = checkRead(decisionContext, record);
  if (unreadable.length > 0) return unreadable;
  const { user } = decisionContext;
  const what = createPhrase('to.do', { action: action.title });
  const reasons: Reason[] = [];
  const here = canStartFrom(action, record.state, decisionContext.entity.lifecycle);
  if (!here) reasons.push(createWrongStateReason(decisionContext, record, action));
  if (!user.system && action.by.length > 0 && !action.by.some((role) => user.roles.includes(role))) {
    const who = describeRoles(decisionContext.specification, action.by);
    reasons.push(
      createReason(decisionContext, 'NOT_PERMITTED', { with: { what, who }, record, place: action.place }),
    );
  }
  for (const each of checkDuties(decisionContext, record, action)) reasons.push(each);
  if (here && action.guard)
    for (const each of checkGuard(decisionContext, record, action, action.guard)) reasons.push(each);
  return reasons;
}

function createWrongStateReason(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
): Reason {
  const states = action.from.map((state) => getStateTitle(decisionContext, state));
  const words = { what: action.title, state: getStateTitle(decisionContext, record.state), states };
  return createReason(decisionContext, 'WRONG_STATE', { with: words, record, place: action.place });
}

function checkGuard(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
  guard: Expression<boolean>,
): readonly Reason[] {
  const { user, now } = decisionContext;
  const holds = evaluateWithinBudget(guard, { record, user, now }, false);
  if (holds === BUDGET_EXCEEDED) return [createActionBudgetReason(decisionContext, action, guard.place)];
  if (holds) return [];
  const { code, ...needed } = describeRequirement(decisionContext, guard, record, createPhrase('guard.see'));
  const words = { what: action.title, ...needed };
  const about = {
    with: words,
    record,
    place: guard.place,
    ...(code !== undefined && { conditions: [code] }),
  };
  return [createReason(decisionContext, 'GUARD', about)];
}

export function checkEdit(decisionContext: DecisionContext, record: RecordInScope): readonly Reason[] {
  return checkGrant(
    decisionContext,
    record,
    createPhrase('to.change'),
    decisionContext.entity.permissions.edit,
    true,
  );
}

export function checkAssign(decisionContext: DecisionContext, record: RecordInScope): readonly Reason[] {
  return checkGrant(
    decisionContext,
    record,
    createPhrase('to.assign'),
    decisionContext.entity.permissions.assign,
    true,
  );
}

export function checkComment(decisionContext: DecisionContext, record: RecordInScope): readonly Reason[] {
  return checkGrant(
    decisionContext,
    record,
    createPhrase('to.comment'),
    decisionContext.entity.permissions.comment,
    false,
  );
}

function checkGrant(
  decisionContext: DecisionContext,
  record: RecordInScope,
  what: Phrase,
  grant: Grant | undefined,
  changes: boolean,
): readonly Reason[] {
  const { entity, user, now } = decisionContext;
  const unreadable = checkRead(decisionContext, record);
  if (unreadable.length > 0) return unreadable;
  const reasons = isGranted(grant, user, { record, user, now })
    ? []
    : [createNotGrantedReason(decisionContext, what, grant)];
  const state = entity.lifecycle.states.find(({ key }) => key === record.state);
  if (!changes || !state?.final) return reasons;
  return [
    ...reasons,
    createReason(decisionContext, 'FINAL_STATE', {
      with: { state: state.title },
      record,
      place: state.place,
    }),
  ];
}

/** User and deputy both need a role; auditors do not. */
function checkRead(decisionContext: DecisionContext, record: RecordInScope): readonly Reason[] {
  const { entity, user, deputy, now } = decisionContext;
  const withoutRole = [user, deputy].filter((each) => each && !canRead(entity, record, each, now));
  if (withoutRole.length === 0) return [];
  const reads = withoutRole.every((each) => each?.auditor === true);
  const what = createPhrase(reads ? 'to.act-as-auditor' : 'to.see');
  return [createNotGrantedReason(decisionContext, what, entity.permissions.read)];
}

function createNotGrantedReason(
  decisionContext: DecisionContext,
  what: Phrase,
  grant: Grant | undefined,
): Reason {
  const who = grant ? describeGrantees(decisionContext, grant) : createPhrase('who.nobody');
  return createReason(decisionContext, 'NOT_PERMITTED', {
    with: { what, who },
    place: findGrantLocation(decisionContext.entity, grant),
    ...(grant && { conditions: listGrantConditions(grant) }),
  });
}

export function getStateTitle({ entity }: DecisionContext, state: string): string {
  return entity.lifecycle.states.find(({ key }) => key === state)?.title ?? state;
}

/** A refusal must not depend on values. */
export function checkFieldPermissions(
  decisionContext: DecisionContext,
  record: RecordInScope,
  fields: Iterable<string>,
): readonly Reason[] {
  const { entity, user, now } = decisionContext;
  return [...fields]
    .filter((key) => !canEditField(entity, key, record, user, now))
    .map((key) => {
      const grant = getFieldGrants(entity, key)!.edit!;
      const field = findField(entity, key)!;
      const words = { field: field.title, who: describeGrantees(decisionContext, grant) };
      return createReason(decisionContext, 'FIELD_NOT_PERMITTED', {
        with: words,
        fields: [key],
        place: grant.place,
        conditions: listGrantConditions(grant),
      });
    });
}

export const listReasonFields = (reasons: readonly Reason[]): ReadonlySet<string> =>
  new Set(reasons.flatMap(({ fields }) => fields));
