// 21 CFR 11.50, 11.70
import type { BuiltInCode } from '#specification/built-in-errors/built-in-errors.js';
import { describeValue } from '#domain/condition-wording.js';
import { createPhrase, type MessageParameters } from '#specification/refusal-words/phrases.js';
import { getApprovingRoles, describeRoles } from '#domain/permissions.js';
import type { Action, Place, RecordInScope } from '#specification/model/specification.js';
import { evaluateWithinBudget, BUDGET_EXCEEDED, listTemplateFields } from '#domain/evaluate-expressions.js';
import { createReason } from '#domain/create-reason.js';
import type { Reason } from '#domain/refusal.js';
import { isVoteBy, type NeededApprovals, type Signature, type FieldChanges } from './approval-events.js';
import type { DecisionContext, DigestFunctions, RecordDecisionContext } from '../decision-context.js';
import {
  isRoundRefused,
  computeMissingApprovals,
  computeRoundNeeds,
  listNextApprovals,
  type RecordWithRounds,
  listRepresentedRoles,
  filterVotes,
  countRequiredApprovals,
  type UnclearApprovalCount,
  listStandingVotes,
} from './approval-round.js';
import type { Value } from '#specification/model/stored-value.js';
import { findField } from '#specification/field-types/find-field-type.js';
import type { SigningProof } from '../record-commands.js';

/** Imports are exempt (decision 0031). */
export function checkDuties(
  decisionContext: DecisionContext,
  record: RecordWithRounds,
  action: Action,
): readonly Reason[] {
  if (decisionContext.isImport) return [];
  return [
    ...checkDelegation(decisionContext, action),
    ...checkSeparation(decisionContext, record, action),
    ...checkApprovals(decisionContext, record, action),
    ...checkSystemSignature(decisionContext, action),
  ];
}

/** Answers must not circumvent a duty. */
export function checkDutiesBrokenByAnswers(
  decisionContext: DecisionContext,
  after: RecordWithRounds,
  action: Action,
  before: readonly Reason[],
): readonly Reason[] {
  const codes = new Set(before.map(({ code }) => code));
  return checkDuties(decisionContext, after, action).filter(({ code }) => !codes.has(code));
}

/** A deputy only approves, in delegated roles. */
function checkDelegation(decisionContext: DecisionContext, action: Action): readonly Reason[] {
  const { user, deputy } = decisionContext;
  const isDelegatedRole =
    !user.delegatedRoles || action.by.some((role) => user.delegatedRoles!.includes(role));
  if (!deputy || (action.approvals && deputy.id !== user.id && !deputy.system && isDelegatedRole)) return [];
  return [
    createReason(decisionContext, 'NOT_DELEGATED', { with: { what: action.title }, place: action.place }),
  ];
}

function checkSeparation(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
): readonly Reason[] {
  const { user, deputy, now } = decisionContext;
  if (user.system) return [];
  let unclear: Reason | undefined;
  for (const who of action.not) {
    const excluded = evaluateWithinBudget(who, { record, user, now }, UNCLEAR);
    const what = { what: createPhrase('to.do', { action: action.title }) };
    if (excluded === BUDGET_EXCEEDED) return [createActionBudgetReason(decisionContext, action, who.place)];
    if (excluded === user.id || (deputy && excluded === deputy.id))
      return [
        createReason(decisionContext, 'SEPARATION_OF_DUTIES', { with: what, record, place: who.place }),
      ];
    if (excluded === UNCLEAR)
      unclear ??= createReason(decisionContext, 'SEPARATION_UNCLEAR', {
        with: { ...what, who: describeValue(decisionContext, who) },
        record,
        place: who.place,
      });
  }
  return unclear ? [unclear] : [];
}

/** A person may have blanked the field that excludes them (decision 0029). */
const UNCLEAR = Symbol('unclear');

export function createActionBudgetReason(
  decisionContext: DecisionContext,
  { title }: Action,
  place: Place,
): Reason {
  return createReason(decisionContext, 'TOO_MUCH_TO_COMPUTE', {
    with: { what: createPhrase('the.action', { action: title }) },
    place,
  });
}

function checkApprovals(
  decisionContext: DecisionContext,
  record: RecordWithRounds,
  action: Action,
): readonly Reason[] {
  const { approvals } = action;
  if (!approvals) return [];
  const needs = computeRoundNeeds(decisionContext, record, action);
  if ('depends' in needs) return [createUnclearNeedReason(decisionContext, record, action, needs)];
  const about = { record, place: approvals.place };
  if (decisionContext.user.system && countRequiredApprovals(needs) > 1) {
    const words = { what: action.title, count: countRequiredApprovals(needs) };
    return [createReason(decisionContext, 'APPROVALS_NEEDED', { ...about, with: words })];
  }
  return checkVote(decisionContext, record, action, needs);
}

function createUnclearNeedReason(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
  { depends, need, tooMuch: costly }: UnclearApprovalCount,
): Reason {
  if (costly) return createActionBudgetReason(decisionContext, action, need.place);
  const words = { what: action.title, count: depends };
  return createReason(decisionContext, 'APPROVALS_UNCLEAR', { with: words, record, place: need.place });
}

function checkVote(
  decisionContext: DecisionContext,
  record: RecordWithRounds,
  action: Action,
  needs: readonly NeededApprovals[],
): readonly Reason[] {
  const approvals = action.approvals!;
  const votes = listStandingVotes(decisionContext, record, action);
  const refuseVote = (code: BuiltInCode, words: MessageParameters) => [
    createReason(decisionContext, code, {
      with: { what: action.title, ...words },
      record,
      place: approvals.place,
    }),
  ];
  const { user, deputy } = decisionContext;
  const ownVote = votes.find((vote) => isVoteBy(vote, user.id) || (deputy && isVoteBy(vote, deputy.id)));
  if (ownVote)
    return refuseVote('SPOKEN_ALREADY', {
      did: createPhrase(ownVote.says === 'yes' ? 'did.approved' : 'did.refused'),
    });
  if (isRoundRefused(approvals, needs, votes)) return refuseVote('ROUND_REFUSED', {});
  const yes = filterVotes(votes, 'yes');
  const left = computeMissingApprovals(needs, yes);
  if (countRequiredApprovals(left) === 0) return [];
  const roles = listRepresentedRoles(approvals, { needs, left }, getApprovingRoles(user));
  if (
    countRequiredApprovals(computeMissingApprovals(needs, [...yes, { ...ANONYMOUS_VOTE, roles }])) <
    countRequiredApprovals(left)
  )
    return [];
  const who = listNextApprovals(approvals, left).map(({ role }) =>
    describeRoles(decisionContext.specification, role === null ? [] : [role]),
  );
  return refuseVote('NOT_WAITED_FOR', { who });
}

const ANONYMOUS_VOTE = { by: '', at: '', says: 'yes', unseen: [] } as const;

function checkSystemSignature(decisionContext: DecisionContext, action: Action): readonly Reason[] {
  return action.sign !== undefined && decisionContext.user.system
    ? [createUnsignedReason(decisionContext, action)]
    : [];
}

interface TitledRecord extends RecordInScope {
  readonly title: string;
}

export function checkSigning(
  context: RecordDecisionContext,
  record: TitledRecord,
  action: Action,
  signing: SigningProof | undefined,
): readonly Reason[] {
  const { digests, user, isImport } = context;
  if (action.sign === undefined || isImport || user.system) return [];
  if (!signing || !digests) return [createUnsignedReason(context, action)];
  if (signing.shown === undefined) return [];
  return signing.shown === computeDisplayedRecordDigest({ ...context, digests }, record, action)
    ? []
    : [createReason(context, 'SIGNATURE_OUTDATED', { with: { what: action.title }, place: action.place })];
}

function createUnsignedReason(decisionContext: DecisionContext, action: Action): Reason {
  const words = { what: action.title, meaning: action.sign ?? '' };
  return createReason(decisionContext, 'SIGNATURE_NEEDED', { with: words, place: action.place });
}

/** Forms send it back. */
export function computeDisplayedRecordDigest(
  decisionContext: DecisionContext & { readonly digests: DigestFunctions },
  record: TitledRecord,
  action: Action,
): string {
  return decisionContext.digests.hash(snapshotShownRecord(decisionContext, record, action));
}

interface SignedChange {
  readonly signing?: SigningProof;
  readonly reason?: string;
  readonly changes: FieldChanges;
}

export function createSignature(
  context: RecordDecisionContext,
  record: TitledRecord,
  action: Action,
  { signing, reason: why, changes }: SignedChange,
): Signature | undefined {
  const { digests, user, deputy, now, version = 0 } = context;
  if (action.sign === undefined || !signing || !digests) return undefined;
  const withDigests = { ...context, digests };
  const filledIn = Object.entries(changes).filter(([key]) => action.ask.includes(key));
  const hash = digests.hash({
    ...snapshotShownRecord(withDigests, record, action),
    version,
    filledIn: Object.fromEntries(filledIn.map(([key, { to }]) => [key, digestValue(withDigests, key, to)])),
    reason: why ?? null,
    by: (deputy ?? user).id,
    for: deputy ? user.id : null,
    at: now,
  });
  return { meaning: action.sign, hash, version, at: now, by: signing.by };
}

function snapshotShownRecord(
  decisionContext: DecisionContext & { readonly digests: DigestFunctions },
  record: TitledRecord,
  action: Action,
) {
  const { specification, entity, hidden } = decisionContext;
  const isVisible = (key: string) => !hidden?.has(key);
  const fields = entity.fields.filter(({ key }) => isVisible(key) && Object.hasOwn(record.fields, key));
  const isTitleVisible = listTemplateFields(entity, entity.recordTitle.source).every(isVisible);
  return {
    application: specification.key,
    entity: entity.key,
    id: record.id,
    number: record.number,
    ...(isTitleVisible && { title: record.title }),
    state: record.state,
    fields: Object.fromEntries(
      fields.map(({ key }) => [key, digestValue(decisionContext, key, record.fields[key]!)]),
    ),
    action: action.key,
    meaning: action.sign ?? '',
  };
}

/** Keyed, so that values cannot be guessed after an erasure. */
function digestValue(
  { entity, digests }: Pick<DecisionContext, 'entity'> & { readonly digests: DigestFunctions },
  key: string,
  value: Value,
): unknown {
  return findField(entity, key)?.personal === undefined ? value : { keyed: digests.keyed(value) };
}
