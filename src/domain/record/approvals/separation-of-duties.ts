// What one person alone may not do: separation of duties, their place among the several people who approve, and signatures:
// what was on the screen, and whether it still is when it is signed (21 CFR 11.50, 11.70).
import { describeValue } from '#domain/explain-conditions.js';
import { phrase, type MessageParameters } from '#specification/refusal-words/message-parameters.js';
import { getApprovingRoles, describeRoles } from '#domain/permissions.js';
import type { Action, Place, RecordInScope } from '#specification/model/specification.js';
import { evaluateStrict, BUDGET_EXCEEDED, listTemplateFields } from '#domain/evaluate-expressions.js';
import { createReason } from '#domain/refusal-reason.js';
import type { Reason } from '#domain/refusal.js';
import { isVoteOf, type NeededApprovals, type Signature, type Changes } from './approval-events.js';
import type { DecisionContext, Digests, RecordDecisionContext } from '../decision-context.js';
import {
  isRoundRefused,
  missingApprovals,
  needsOfRound,
  nextOf,
  type RecordInRounds,
  rolesFor,
  votesSaying,
  total,
  type UnclearNeed,
  standingVotes,
} from './approval-round.js';
import type { Value } from '#specification/model/stored-value.js';
import { findField } from '#specification/field-types/field-type-of.js';
import type { Signing } from '../record-commands.js';

/**
 * Why this person may not take the action alone. A history taken over from elsewhere tells who did it there: the duties
 * were that system's (decision 0031).
 */
export function dutyReasons(
  decisionContext: DecisionContext,
  record: RecordInRounds,
  action: Action,
): readonly Reason[] {
  if (decisionContext.elsewhere) return [];
  return [
    ...notDelegated(decisionContext, action),
    ...separated(decisionContext, record, action),
    ...approvalReasons(decisionContext, record, action),
    ...signatureReasons(decisionContext, action),
  ];
}

/** Reasons that only the record as it will be gives: what an action asks for changes no duty under its own feet. */
export function dutyReasonsAfter(
  decisionContext: DecisionContext,
  after: RecordInRounds,
  action: Action,
  before: readonly Reason[],
): readonly Reason[] {
  const codes = new Set(before.map(({ code }) => code));
  return dutyReasons(decisionContext, after, action).filter(({ code }) => !codes.has(code));
}

/** A deputy approves, in the roles that were lent. Whatever else somebody does, they do themselves. */
function notDelegated(decisionContext: DecisionContext, action: Action): readonly Reason[] {
  const { user, deputy } = decisionContext;
  const isLent = !user.delegatedRoles || action.by.some((role) => user.delegatedRoles!.includes(role));
  if (!deputy || (action.approvals && deputy.id !== user.id && !deputy.system && isLent)) return [];
  return [
    createReason(decisionContext, 'NOT_DELEGATED', { with: { what: action.title }, place: action.place }),
  ];
}

function separated(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
): readonly Reason[] {
  const { user, deputy, now } = decisionContext;
  if (user.system) return [];
  let unclear: Reason | undefined;
  for (const who of action.not) {
    const keptOut = evaluateStrict(who, { record, user, now }, UNCLEAR);
    const what = { what: phrase('to.do', { action: action.title }) };
    if (keptOut === BUDGET_EXCEEDED) return [tooMuch(decisionContext, action, who.place)];
    if (keptOut === user.id || (deputy && keptOut === deputy.id))
      return [
        createReason(decisionContext, 'SEPARATION_OF_DUTIES', { with: what, record, place: who.place }),
      ];
    if (keptOut === UNCLEAR)
      unclear ??= createReason(decisionContext, 'SEPARATION_UNCLEAR', {
        with: { ...what, who: describeValue(decisionContext, who) },
        record,
        place: who.place,
      });
  }
  return unclear ? [unclear] : [];
}

/** Who is kept out depends on what is blank: whoever blanked it may be the one (decision 0029). */
const UNCLEAR = Symbol('unclear');

/** An expression that needs more steps than there are: what it guards is refused. */
export function tooMuch(decisionContext: DecisionContext, { title }: Action, place: Place): Reason {
  return createReason(decisionContext, 'TOO_MUCH_TO_COMPUTE', {
    with: { what: phrase('the.action', { action: title }) },
    place,
  });
}

function approvalReasons(
  decisionContext: DecisionContext,
  record: RecordInRounds,
  action: Action,
): readonly Reason[] {
  const { approvals } = action;
  if (!approvals) return [];
  const needs = needsOfRound(decisionContext, record, action);
  if ('depends' in needs) return [unclearNeed(decisionContext, record, action, needs)];
  const about = { record, place: approvals.place };
  if (decisionContext.user.system && total(needs) > 1) {
    const words = { what: action.title, count: total(needs) };
    return [createReason(decisionContext, 'APPROVALS_NEEDED', { ...about, with: words })];
  }
  return roundReasons(decisionContext, record, action, needs);
}

function unclearNeed(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
  { depends, need, tooMuch: costly }: UnclearNeed,
): Reason {
  if (costly) return tooMuch(decisionContext, action, need.place);
  const words = { what: action.title, count: depends };
  return createReason(decisionContext, 'APPROVALS_UNCLEAR', { with: words, record, place: need.place });
}

/** Why this person's word does not count in the round as it stands. */
function roundReasons(
  decisionContext: DecisionContext,
  record: RecordInRounds,
  action: Action,
  needs: readonly NeededApprovals[],
): readonly Reason[] {
  const approvals = action.approvals!;
  const votes = standingVotes(decisionContext, record, action);
  const say = (code: string, words: MessageParameters) => [
    createReason(decisionContext, code, {
      with: { what: action.title, ...words },
      record,
      place: approvals.place,
    }),
  ];
  const { user, deputy } = decisionContext;
  const own = votes.find((vote) => isVoteOf(vote, user.id) || (deputy && isVoteOf(vote, deputy.id)));
  if (own) return say('SPOKEN_ALREADY', { did: phrase(own.says === 'yes' ? 'did.approved' : 'did.refused') });
  if (isRoundRefused(approvals, needs, votes)) return say('ROUND_REFUSED', {});
  const yes = votesSaying(votes, 'yes');
  const left = missingApprovals(needs, yes);
  // Fewer are needed now than when they spoke: whoever comes next lets it happen.
  if (total(left) === 0) return [];
  const roles = rolesFor(approvals, { needs, left }, getApprovingRoles(user));
  if (total(missingApprovals(needs, [...yes, { ...NOBODY, roles }])) < total(left)) return [];
  const who = nextOf(approvals, left).map(({ role }) =>
    describeRoles(decisionContext.specification, role === null ? [] : [role]),
  );
  return say('NOT_WAITED_FOR', { who });
}

const NOBODY = { by: '', at: '', says: 'yes', unseen: [] } as const;

/** Daybook itself signs nothing; of people it is asked when they do it. */
function signatureReasons(decisionContext: DecisionContext, action: Action): readonly Reason[] {
  return action.sign !== undefined && decisionContext.user.system ? [unsigned(decisionContext, action)] : [];
}

interface TitledRecord extends RecordInScope {
  readonly title: string;
}

/** Why an action that has to be signed is not, or not what is to be seen now. */
export function signingReasons(
  context: RecordDecisionContext,
  record: TitledRecord,
  action: Action,
  signing: Signing | undefined,
): readonly Reason[] {
  const { digests, user, elsewhere } = context;
  if (action.sign === undefined || elsewhere || user.system) return [];
  if (!signing || !digests) return [unsigned(context, action)];
  if (signing.shown === undefined) return [];
  return signing.shown === shownDigest({ ...context, digests }, record, action)
    ? []
    : [createReason(context, 'SIGNATURE_OUTDATED', { with: { what: action.title }, place: action.place })];
}

function unsigned(decisionContext: DecisionContext, action: Action): Reason {
  const words = { what: action.title, meaning: action.sign ?? '' };
  return createReason(decisionContext, 'SIGNATURE_NEEDED', { with: words, place: action.place });
}

/** The digest that a form carries, of what it shows. */
export function shownDigest(
  decisionContext: DecisionContext & { readonly digests: Digests },
  record: TitledRecord,
  action: Action,
): string {
  return decisionContext.digests.hash(screen(decisionContext, record, action));
}

interface SignedChange {
  readonly signing?: Signing;
  readonly reason?: string;
  readonly changes: Changes;
}

/** The signature: what was on the screen, with what was filled in, by whom, for whom and when. */
export function signatureOf(
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
    ...screen(withDigests, record, action),
    version,
    filledIn: Object.fromEntries(filledIn.map(([key, { to }]) => [key, inDigest(withDigests, key, to)])),
    reason: why ?? null,
    by: (deputy ?? user).id,
    for: deputy ? user.id : null,
    at: now,
  });
  return { meaning: action.sign, hash, version, at: now, by: signing.by };
}

/** What a person has before their eyes when they sign. What is hidden from them is not in it. */
function screen(
  decisionContext: DecisionContext & { readonly digests: Digests },
  record: TitledRecord,
  action: Action,
) {
  const { specification, entity, hidden } = decisionContext;
  const seen = (key: string) => !hidden?.has(key);
  const fields = entity.fields.filter(({ key }) => seen(key) && Object.hasOwn(record.fields, key));
  const isTold = listTemplateFields(entity, entity.recordTitle.source).every(seen);
  return {
    application: specification.key,
    entity: entity.key,
    id: record.id,
    number: record.number,
    ...(isTold && { title: record.title }),
    state: record.state,
    fields: Object.fromEntries(
      fields.map(({ key }) => [key, inDigest(decisionContext, key, record.fields[key]!)]),
    ),
    action: action.key,
    meaning: action.sign ?? '',
  };
}

/** Personal values go in keyed: nobody finds them by trying once they are erased. */
function inDigest(
  { entity, digests }: Pick<DecisionContext, 'entity'> & { readonly digests: Digests },
  key: string,
  value: Value,
): unknown {
  return findField(entity, key)?.personal === undefined ? value : { keyed: digests.keyed(value) };
}
