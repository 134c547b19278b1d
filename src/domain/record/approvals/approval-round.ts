import type { MessageParameter } from '#specification/refusal-words/phrases.js';
import { describeValue } from '#domain/condition-wording.js';
import type { Action, ApprovalNeed, Approvals, RecordInScope } from '#specification/model/specification.js';
import { findField } from '#specification/field-types/find-field-type.js';
import { evaluateWithinBudget, BUDGET_EXCEEDED } from '#domain/evaluate-expressions.js';
import {
  collectProposedValues,
  type NeededApprovals as RequiredApprovals,
  type ProposedValue,
  type ApprovalRound,
  type ApprovalRounds,
  type Vote,
  type ApprovalsRestarted,
  type FieldChanges,
} from './approval-events.js';
import type { DecisionContext } from '../decision-context.js';
import { completeRecord } from '../computed/complete-record.js';
import { replaceFieldValues, type LastWrite } from '../record-state.js';

export interface RecordWithRounds extends RecordInScope {
  readonly rounds?: ApprovalRounds;
}

const EMPTY_ROUND: ApprovalRound = { needs: [], votes: [] };

export const getRound = ({ rounds }: Pick<RecordWithRounds, 'rounds'>, { key }: Action): ApprovalRound =>
  rounds && Object.hasOwn(rounds, key) ? rounds[key]! : EMPTY_ROUND;

/** `depends`: why the number of approvals is unclear. */
export interface UnclearApprovalCount {
  readonly depends: MessageParameter;
  readonly need: ApprovalNeed;
  readonly tooMuch: boolean;
}

const SINGLE_APPROVAL: readonly RequiredApprovals[] = [{ role: null, count: 1 }];

/** Pinned values must not lower the needs. */
export function computeRoundNeeds(
  decisionContext: DecisionContext,
  record: RecordWithRounds,
  action: Action,
): readonly RequiredApprovals[] | UnclearApprovalCount {
  const needs = computeNeeds(decisionContext, record, action);
  const proposed = collectPinnedValues(decisionContext, record, action);
  if ('depends' in needs || proposed.size === 0) return needs;
  const draft = { ...withProposedValues(record, proposed), state: action.to ?? record.state };
  const later = computeNeeds(decisionContext, completeRecord(decisionContext, draft).record, action);
  return 'depends' in later ? later : maxRequirements(needs, later);
}

export function computeNeeds(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
): readonly RequiredApprovals[] | UnclearApprovalCount {
  const needs: RequiredApprovals[] = [];
  for (const need of action.approvals?.of ?? []) {
    const count = computeNeededCount(decisionContext, record, action, need);
    if (typeof count !== 'number') return count;
    needs.push({ role: need.role ?? null, count: Math.max(0, count) });
  }
  return countRequiredApprovals(needs) < 1 ? SINGLE_APPROVAL : needs;
}

function computeNeededCount(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
  need: ApprovalNeed,
): number | UnclearApprovalCount {
  const { count, role } = need;
  if ('percent' in count) {
    const all = decisionContext.holders?.(role === undefined ? action.by : [role]);
    const able = all?.filter((id) => !isExcluded(decisionContext, record, action, id));
    if (able) return Math.max(1, Math.ceil((able.length * count.percent) / 100));
    return { need, depends: `${count.percent}%`, tooMuch: false };
  }
  const { user, now } = decisionContext;
  const people = evaluateWithinBudget<number | null>(count, { record, user, now }, null);
  if (people === BUDGET_EXCEEDED || people === null)
    return { need, depends: describeValue(decisionContext, count), tooMuch: people === BUDGET_EXCEEDED };
  return people;
}

/** The answers of an action cannot lower its own requirements. */
export function maxRequirements(
  one: readonly RequiredApprovals[],
  other: readonly RequiredApprovals[],
): readonly RequiredApprovals[] {
  if (countRequiredApprovals(one) === 1 && one[0]?.role === null) return other;
  if (countRequiredApprovals(other) === 1 && other[0]?.role === null) return one;
  return one.map((need, index) => ({ ...need, count: Math.max(need.count, other[index]?.count ?? 0) }));
}

export const countRequiredApprovals = (needs: readonly RequiredApprovals[]): number =>
  needs.reduce((sum, { count }) => sum + count, 0);

/** Empty if a voter is excluded or signed another meaning: the round restarts. */
export function listStandingVotes(
  decisionContext: DecisionContext,
  record: RecordWithRounds,
  action: Action,
): readonly Vote[] {
  const round = getRound(record, action);
  return findRestartReason(decisionContext, record, action, round) ? [] : round.votes;
}

/** Fields that the action still asks for. */
export function collectPinnedValues(
  decisionContext: DecisionContext,
  record: RecordWithRounds,
  action: Action,
): ReadonlyMap<string, ProposedValue> {
  const votes = filterVotes(listStandingVotes(decisionContext, record, action), 'yes');
  const isWritten = (key: string) =>
    action.ask.includes(key) || findField(decisionContext.entity, key)?.follows !== undefined;
  return new Map([...collectProposedValues({ votes })].filter(([key]) => isWritten(key)));
}

export function applyPinnedValues<T extends RecordWithRounds>(
  decisionContext: DecisionContext,
  record: T,
  action: Action,
): T {
  return withProposedValues(record, collectPinnedValues(decisionContext, record, action));
}

function withProposedValues<T extends RecordWithRounds>(
  record: T,
  proposed: ReadonlyMap<string, ProposedValue>,
): T {
  if (proposed.size === 0) return record;
  const values = new Map([...proposed].map(([key, { value }]) => [key, value]));
  const fields = replaceFieldValues(record.fields, values);
  if (!('touched' in record)) return { ...record, fields };
  const touches = [...proposed].map(([key, { value: _, ...touch }]) => [key, touch] as const);
  return { ...record, fields, touched: { ...(record.touched as Touched), ...Object.fromEntries(touches) } };
}

type Touched = Readonly<Record<string, LastWrite>>;

export function findRestartReason(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
  { votes }: ApprovalRound,
): RestartReason | undefined {
  const isOut = (person: string | undefined) =>
    person !== undefined && isExcluded(decisionContext, record, action, person);
  if (votes.some((vote) => isOut(vote.by) || isOut(vote.for))) return 'kept out';
  const meant = votes.every(({ says, signature }) => says === 'no' || signature?.meaning === action.sign);
  return meant ? undefined : 'signature';
}

export type RestartReason = ApprovalsRestarted['data']['because'];

/** A person counts as excluded only if separation of duties can be evaluated. */
function isExcluded(
  { user, now }: DecisionContext,
  record: RecordInScope,
  action: Action,
  person: string,
): boolean {
  const scope = { record, user: user.id === person ? user : { ...user, id: person }, now };
  return action.not.some((who) => evaluateWithinBudget<string | null>(who, scope, null) === person);
}

/** A round depends on pinned fields and on fields that a voter saw. */
export function invalidatesRound(action: Action, { votes }: ApprovalRound, changes: FieldChanges): boolean {
  const pins = action.approvals?.pins;
  return Object.keys(changes).some((key) => {
    if (pins?.includes(key)) return votes.length > 0;
    const isPinned = pins === undefined || action.ask.includes(key);
    return isPinned && votes.some(({ unseen }) => !unseen.includes(key));
  });
}

export function isRoundInvalidatedBy(action: Action, round: ApprovalRound, changes: FieldChanges): boolean {
  const proposed = collectProposedValues(round);
  return invalidatesRound(action, round, changes) || Object.keys(changes).some((key) => proposed.has(key));
}

export const filterVotes = (votes: readonly Vote[], says: Vote['says']): readonly Vote[] =>
  votes.filter((vote) => vote.says === says);

/** Bipartite matching, so that as many votes as possible count. */
export function computeMissingApprovals(
  needs: readonly RequiredApprovals[],
  votes: readonly Vote[],
): readonly RequiredApprovals[] {
  const taken = needs.map((): number[] => []);
  const fits = (vote: Vote, { role }: RequiredApprovals) => role === null || vote.roles.includes(role);
  const place = (index: number, tried: Set<number>): boolean =>
    needs.some((need, at) => {
      if (tried.has(at) || !fits(votes[index]!, need)) return false;
      tried.add(at);
      const here = taken[at]!;
      const moved = here.length < need.count ? here.length : here.findIndex((other) => place(other, tried));
      if (moved < 0) return false;
      here[moved] = index;
      return true;
    });
  votes.forEach((_, index) => place(index, new Set()));
  return needs.map((need, at) => ({ ...need, count: need.count - taken[at]!.length }));
}

export function listNextApprovals(
  { inTurn }: Pick<Approvals, 'inTurn'>,
  left: readonly RequiredApprovals[],
): readonly RequiredApprovals[] {
  const waiting = left.filter(({ count }) => count > 0);
  return inTurn ? waiting.slice(0, 1) : waiting;
}

export function listRepresentedRoles(
  approvals: Pick<Approvals, 'inTurn'>,
  {
    needs,
    left,
  }: { readonly needs: readonly RequiredApprovals[]; readonly left: readonly RequiredApprovals[] },
  held: readonly string[],
): readonly string[] {
  const open = approvals.inTurn ? listNextApprovals(approvals, left) : needs.filter(({ count }) => count > 0);
  return open.flatMap(({ role }) => (role !== null && held.includes(role) ? [role] : []));
}

export const computeRefusalLimit = (
  { refusal }: Pick<Approvals, 'refusal'>,
  needs: readonly RequiredApprovals[],
): number => (refusal === 'one' ? 1 : Math.floor(countRequiredApprovals(needs) / 2) + 1);

export function isRoundRefused(
  approvals: Approvals,
  needs: readonly RequiredApprovals[],
  votes: readonly Vote[],
): boolean {
  return filterVotes(votes, 'no').length >= computeRefusalLimit(approvals, needs);
}
