// A round as it stands: how many it needs of whom, which of its votes still stand, how many are missing, whose turn it is.
import type { Words } from '#specification/refusal-words/message-parameters.js';
import { describeValue } from '#domain/explain-conditions.js';
import type { Action, ApprovalNeed, Approvals, RecordInScope } from '#specification/model/specification.js';
import { findField } from '#specification/field-types/field-type-of.js';
import { evaluateStrict, BUDGET_EXCEEDED } from '#domain/evaluate-expressions.js';
import {
  proposedIn,
  type NeededApprovals,
  type ProposedValue,
  type Round,
  type Rounds,
  type Vote,
  type ApprovalsBegunAgain,
  type Changes,
} from './approval-events.js';
import type { DecisionContext } from '../decision-context.js';
import { completed } from '../computed/complete-record.js';
import { withValues, type Touch } from '../record-state.js';

/** A record with what has been approved of what is not done yet. */
export interface RecordInRounds extends RecordInScope {
  readonly rounds?: Rounds;
}

const NOBODY_YET: Round = { needs: [], votes: [] };

export const roundOf = ({ rounds }: Pick<RecordInRounds, 'rounds'>, { key }: Action): Round =>
  rounds && Object.hasOwn(rounds, key) ? rounds[key]! : NOBODY_YET;

/** How many cannot be told: what it depends on. */
export interface UnclearNeed {
  readonly depends: Words;
  readonly need: ApprovalNeed;
  readonly tooMuch: boolean;
}

const ALONE: readonly NeededApprovals[] = [{ role: null, count: 1 }];

/** How many of whom: of this record, and of what it will be with the values that the round has pinned. The larger number counts. */
export function needsOfRound(
  decisionContext: DecisionContext,
  record: RecordInRounds,
  action: Action,
): readonly NeededApprovals[] | UnclearNeed {
  const needs = needsOf(decisionContext, record, action);
  const proposed = pinnedValues(decisionContext, record, action);
  if ('depends' in needs || proposed.size === 0) return needs;
  const draft = { ...withProposedValues(record, proposed), state: action.to ?? record.state };
  const later = needsOf(decisionContext, completed(decisionContext, draft).record, action);
  return 'depends' in later ? later : larger(needs, later);
}

/** How many of whom, of this record. */
export function needsOf(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
): readonly NeededApprovals[] | UnclearNeed {
  const needs: NeededApprovals[] = [];
  for (const need of action.approvals?.of ?? []) {
    const count = countOf(decisionContext, record, action, need);
    if (typeof count !== 'number') return count;
    needs.push({ role: need.role ?? null, count: Math.max(0, count) });
  }
  return total(needs) < 1 ? ALONE : needs;
}

function countOf(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
  need: ApprovalNeed,
): number | UnclearNeed {
  const { count, role } = need;
  if ('percent' in count) {
    const all = decisionContext.holders?.(role === undefined ? action.by : [role]);
    const able = all?.filter((id) => !keptOut(decisionContext, record, action, id));
    if (able) return Math.max(1, Math.ceil((able.length * count.percent) / 100));
    return { need, depends: `${count.percent}%`, tooMuch: false };
  }
  const { user, now } = decisionContext;
  const people = evaluateStrict<number | null>(count, { record, user, now }, null);
  if (people === BUDGET_EXCEEDED || people === null)
    return { need, depends: describeValue(decisionContext, count), tooMuch: people === BUDGET_EXCEEDED };
  return people;
}

/** Of each the larger number: what an action asks for does not make it easier under its own feet. */
export function larger(
  one: readonly NeededApprovals[],
  other: readonly NeededApprovals[],
): readonly NeededApprovals[] {
  if (total(one) === 1 && one[0]?.role === null) return other;
  if (total(other) === 1 && other[0]?.role === null) return one;
  return one.map((need, index) => ({ ...need, count: Math.max(need.count, other[index]?.count ?? 0) }));
}

export const total = (needs: readonly NeededApprovals[]): number =>
  needs.reduce((sum, { count }) => sum + count, 0);

/**
 * Votes of those who may still speak and signed what is asked for now: none, where the round would begin again because of one
 * who may not, or signed something else.
 */
export function standingVotes(
  decisionContext: DecisionContext,
  record: RecordInRounds,
  action: Action,
): readonly Vote[] {
  const round = roundOf(record, action);
  return whyAgain(decisionContext, record, action, round) ? [] : round.votes;
}

/** Field → what the standing votes have approved and the action will write; not what its document asks for no more. */
export function pinnedValues(
  decisionContext: DecisionContext,
  record: RecordInRounds,
  action: Action,
): ReadonlyMap<string, ProposedValue> {
  const votes = votesSaying(standingVotes(decisionContext, record, action), 'yes');
  const isWritten = (key: string) =>
    action.ask.includes(key) || findField(decisionContext.entity, key)?.follows !== undefined;
  return new Map([...proposedIn({ votes })].filter(([key]) => isWritten(key)));
}

/** The record with what the round of an action has pinned: what the next person to approve looks at. */
export function withPinned<T extends RecordInRounds>(
  decisionContext: DecisionContext,
  record: T,
  action: Action,
): T {
  return withProposedValues(record, pinnedValues(decisionContext, record, action));
}

function withProposedValues<T extends RecordInRounds>(
  record: T,
  proposed: ReadonlyMap<string, ProposedValue>,
): T {
  if (proposed.size === 0) return record;
  const values = new Map([...proposed].map(([key, { value }]) => [key, value]));
  const fields = withValues(record.fields, values);
  if (!('touched' in record)) return { ...record, fields };
  const touches = [...proposed].map(([key, { value: _, ...touch }]) => [key, touch] as const);
  return { ...record, fields, touched: { ...(record.touched as Touched), ...Object.fromEntries(touches) } };
}

type Touched = Readonly<Record<string, Touch>>;

/** Why the round begins again, by the record as it is. */
export function whyAgain(
  decisionContext: DecisionContext,
  record: RecordInScope,
  action: Action,
  { votes }: Round,
): NewRoundCause | undefined {
  const isOut = (person: string | undefined) =>
    person !== undefined && keptOut(decisionContext, record, action, person);
  if (votes.some((vote) => isOut(vote.by) || isOut(vote.for))) return 'kept out';
  const meant = votes.every(({ says, signature }) => says === 'no' || signature?.meaning === action.sign);
  return meant ? undefined : 'signature';
}

export type NewRoundCause = ApprovalsBegunAgain['data']['because'];

/** Whether separation of duties keeps this person out, as far as that can be told. */
function keptOut(
  { user, now }: DecisionContext,
  record: RecordInScope,
  action: Action,
  person: string,
): boolean {
  const scope = { record, user: user.id === person ? user : { ...user, id: person }, now };
  return action.not.some((who) => evaluateStrict<string | null>(who, scope, null) === person);
}

/**
 * Whether another answer changes what the round is about: what is pinned, or else what somebody saw who spoke. What the action asks for is
 * always pinned.
 */
export function touches(action: Action, { votes }: Round, changes: Changes): boolean {
  const pins = action.approvals?.pins;
  return Object.keys(changes).some((key) => {
    if (pins?.includes(key)) return votes.length > 0;
    const isPinned = pins === undefined || action.ask.includes(key);
    return isPinned && votes.some(({ unseen }) => !unseen.includes(key));
  });
}

/** Whether a change of the record does: also of a value that the round would overwrite, whoever saw it. */
export function isRoundTouchedBy(action: Action, round: Round, changes: Changes): boolean {
  const proposed = proposedIn(round);
  return touches(action, round, changes) || Object.keys(changes).some((key) => proposed.has(key));
}

export const votesSaying = (votes: readonly Vote[], says: Vote['says']): readonly Vote[] =>
  votes.filter((vote) => vote.says === says);

/** How many of each are still missing. Whoever may stand for several roles stands for that which lets most of them count. */
export function missingApprovals(
  needs: readonly NeededApprovals[],
  votes: readonly Vote[],
): readonly NeededApprovals[] {
  const taken = needs.map((): number[] => []);
  const fits = (vote: Vote, { role }: NeededApprovals) => role === null || vote.roles.includes(role);
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

/** Of those who still have to, whom it is the turn of. */
export function nextOf(
  { inTurn }: Pick<Approvals, 'inTurn'>,
  left: readonly NeededApprovals[],
): readonly NeededApprovals[] {
  const waiting = left.filter(({ count }) => count > 0);
  return inTurn ? waiting.slice(0, 1) : waiting;
}

/** Roles of the round that somebody who holds these may stand for: of the one whose turn it is, or of any. */
export function rolesFor(
  approvals: Pick<Approvals, 'inTurn'>,
  { needs, left }: { readonly needs: readonly NeededApprovals[]; readonly left: readonly NeededApprovals[] },
  held: readonly string[],
): readonly string[] {
  const open = approvals.inTurn ? nextOf(approvals, left) : needs.filter(({ count }) => count > 0);
  return open.flatMap(({ role }) => (role !== null && held.includes(role) ? [role] : []));
}

/** So many who refuse end a round. */
export const refusalsThatEnd = (
  { refusal }: Pick<Approvals, 'refusal'>,
  needs: readonly NeededApprovals[],
): number => (refusal === 'one' ? 1 : Math.floor(total(needs) / 2) + 1);

export function isRoundRefused(
  approvals: Approvals,
  needs: readonly NeededApprovals[],
  votes: readonly Vote[],
): boolean {
  return votesSaying(votes, 'no').length >= refusalsThatEnd(approvals, needs);
}
