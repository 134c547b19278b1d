// The rounds of approvals of one record: who has voted, and the people it waits for.
import { canStartFrom } from '#specification/model/lifecycle-states.js';
import { type Actor, createActors, hasPercentApprovals, createHolderLookup } from '#domain/permissions.js';
import type { DecisionContext } from '#domain/record/decision-context.js';
import { mentionsName } from '#domain/evaluate-expressions.js';
import { checkAction } from '#domain/record/lifecycle/offered-actions.js';
import type { Action, Entity } from '#specification/model/specification.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { type NeededApprovals, type Vote, isVoteBy } from '#domain/record/approvals/approval-events.js';
import {
  isRoundRefused,
  computeMissingApprovals,
  computeRoundNeeds,
  listNextApprovals,
  type RecordInRounds,
  filterVotes,
  sumNeeds,
  listStandingVotes,
} from '#domain/record/approvals/approval-round.js';

/** What a share is a share of is looked up only where somebody asks for a share. */
export async function addRoleHolders(
  { readModels }: Pick<QueryDependencies, 'readModels'>,
  decisionContext: DecisionContext,
): Promise<DecisionContext> {
  const { entity, specification } = decisionContext;
  if (!hasPercentApprovals(entity)) return decisionContext;
  const people = (await createPeopleReadModel(readModels).listWorkers()).map(({ id, roles }) => ({
    id,
    name: '',
    roles,
  }));
  return { ...decisionContext, holders: createHolderLookup(createActors(specification, people)) };
}

/** A round of approvals that goes on: who has spoken, and whom it waits for. */
export interface WaitingRound {
  readonly action: Action;
  readonly needed: number;
  readonly approved: readonly Vote[];
  readonly refused: readonly Vote[];
  /** The round is over until something changes. */
  readonly isRefused: boolean;
  /** How many of which role are still missing; of those who go in turn, the next. */
  readonly waitsFor: readonly NeededApprovals[];
  /** Ids of some others who could approve now; none where the person may not know who they are. */
  readonly others: readonly string[];
  /** The person has spoken, and may take it back. */
  readonly isSpoken: boolean;
  /** The person may approve now, or refuse to. */
  readonly isAsked: boolean;
}

/** More names help nobody. */
const MOST_NAMED = 5;

interface RoundViewer {
  /** The person learns who there is anyway. */
  readonly maySeeColleagues: boolean;
  /** Keys of the fields that the person may not see. */
  readonly hidden: Iterable<string>;
}

/** What a record waits for. */
export async function listWaitingRounds(
  sources: Pick<QueryDependencies, 'readModels'>,
  decisionContext: DecisionContext,
  record: RecordInRounds,
  { maySeeColleagues, hidden }: RoundViewer,
): Promise<readonly WaitingRound[]> {
  const { entity, user } = decisionContext;
  const { lifecycle } = entity;
  const here = lifecycle.actions.filter(
    (action) => action.approvals && canStartFrom(action, record.state, lifecycle),
  );
  const rounds = here.flatMap((action) => roundIn(decisionContext, record, action) ?? []);
  if (rounds.length === 0) return [];
  const isColleague = ({ by }: Action) => by.length > 0 && by.some((role) => user.roles.includes(role));
  const mayLearnWho = (action: Action) =>
    (maySeeColleagues || isColleague(action)) && !dependsOnHidden(entity, action, hidden);
  const asked = rounds.some(({ action }) => mayLearnWho(action));
  const colleagues = asked ? await colleaguesIn(sources, decisionContext) : [];
  return rounds.map((round) => ({
    ...round,
    others:
      mayLearnWho(round.action) && !round.isRefused ? ableTo(decisionContext, record, round, colleagues) : [],
  }));
}

/** Who can act would tell a hidden value where it depends on one. */
export function dependsOnHidden(
  { permissions: { read } }: Entity,
  { guard, not }: Action,
  hidden: Iterable<string>,
): boolean {
  const conditions = [guard, ...not, ...Object.values(read?.roles ?? {})];
  return [...hidden].some((key) =>
    conditions.some((each) => each !== undefined && each !== true && mentionsName(each, key)),
  );
}

function roundIn(
  decisionContext: DecisionContext,
  record: RecordInRounds,
  action: Action,
): Omit<WaitingRound, 'others'> | undefined {
  const needs = computeRoundNeeds(decisionContext, record, action);
  if ('depends' in needs) return undefined;
  const votes = listStandingVotes(decisionContext, record, action);
  if (sumNeeds(needs) < 2 && votes.length === 0) return undefined;
  if (votes.length === 0 && !guardHolds(decisionContext, record, action)) return undefined;
  const approved = filterVotes(votes, 'yes');
  const { user } = decisionContext;
  return {
    action,
    needed: sumNeeds(needs),
    approved,
    refused: filterVotes(votes, 'no'),
    isRefused: isRoundRefused(action.approvals!, needs, votes),
    waitsFor: listNextApprovals(action.approvals!, computeMissingApprovals(needs, approved)),
    isSpoken: votes.some((vote) => isVoteBy(vote, user.id)),
    isAsked: checkAction(decisionContext, record, action).length === 0,
  };
}

/** Of two actions of which one is for large and one for small, the record waits for one. */
function guardHolds(decisionContext: DecisionContext, record: RecordInRounds, action: Action): boolean {
  return !checkAction(decisionContext, record, action).some(({ code }) => code === 'GUARD');
}

async function colleaguesIn(
  { readModels }: Pick<QueryDependencies, 'readModels'>,
  { specification }: DecisionContext,
): Promise<readonly Actor[]> {
  const people = await createPeopleReadModel(readModels).listWorkers();
  return createActors(
    specification,
    people.map(({ id, roles }) => ({ id, name: '', roles })),
  );
}

function ableTo(
  decisionContext: DecisionContext,
  record: RecordInRounds,
  { action, waitsFor }: Pick<WaitingRound, 'action' | 'waitsFor'>,
  colleagues: readonly Actor[],
): readonly string[] {
  const able: string[] = [];
  for (const user of colleagues) {
    if (user.id === decisionContext.user.id) continue;
    if (!waitsFor.some(({ role }) => role === null || user.roles.includes(role))) continue;
    if (checkAction({ ...decisionContext, user }, record, action).length === 0) able.push(user.id);
    if (able.length > MOST_NAMED) break;
  }
  return able;
}
