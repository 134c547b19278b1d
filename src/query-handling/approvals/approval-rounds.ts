import { Query } from '@nestjs/cqrs';
import { canStartFrom } from '#specification/model/allowed-transitions.js';
import {
  type Actor,
  createActors,
  hasPercentApprovals,
  createRoleHolderLookup,
} from '#domain/permissions.js';
import type { DecisionContext } from '#domain/record/decision-context.js';
import { mentionsIdentifier } from '#domain/evaluate-expressions.js';
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
  type RecordWithRounds,
  filterVotes,
  countRequiredApprovals,
  listStandingVotes,
} from '#domain/record/approvals/approval-round.js';

export class CompleteDecisionContext extends Query<DecisionContext> {
  constructor(readonly decisionContext: DecisionContext) {
    super();
  }
}

/** Holders are needed only if approvals ask for a share of a role. */
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
  return { ...decisionContext, holders: createRoleHolderLookup(createActors(specification, people)) };
}

export interface WaitingRound {
  readonly action: Action;
  readonly needed: number;
  readonly approved: readonly Vote[];
  readonly refused: readonly Vote[];
  readonly isRefused: boolean;
  /** In sequence: the next. */
  readonly waitsFor: readonly NeededApprovals[];
  readonly others: readonly string[];
  readonly hasDecided: boolean;
  readonly canDecide: boolean;
}

const MAX_NAMED = 5;

interface RoundViewer {
  readonly maySeeColleagues: boolean;
  readonly hidden: Iterable<string>;
}

export async function listWaitingRounds(
  sources: Pick<QueryDependencies, 'readModels'>,
  decisionContext: DecisionContext,
  record: RecordWithRounds,
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
    (maySeeColleagues || isColleague(action)) && !dependsOnHiddenField(entity, action, hidden);
  const needsColleagues = rounds.some(({ action }) => mayLearnWho(action));
  const colleagues = needsColleagues ? await colleaguesIn(sources, decisionContext) : [];
  return rounds.map((round) => ({
    ...round,
    others:
      mayLearnWho(round.action) && !round.isRefused ? ableTo(decisionContext, record, round, colleagues) : [],
  }));
}

/** Names of people who can act would reveal hidden values. */
export function dependsOnHiddenField(
  { permissions: { read } }: Entity,
  { guard, not }: Action,
  hidden: Iterable<string>,
): boolean {
  const conditions = [guard, ...not, ...Object.values(read?.roles ?? {})];
  return [...hidden].some((key) =>
    conditions.some((each) => each !== undefined && each !== true && mentionsIdentifier(each, key)),
  );
}

function roundIn(
  decisionContext: DecisionContext,
  record: RecordWithRounds,
  action: Action,
): Omit<WaitingRound, 'others'> | undefined {
  const needs = computeRoundNeeds(decisionContext, record, action);
  if ('depends' in needs) return undefined;
  const votes = listStandingVotes(decisionContext, record, action);
  if (countRequiredApprovals(needs) < 2 && votes.length === 0) return undefined;
  if (votes.length === 0 && !guardHolds(decisionContext, record, action)) return undefined;
  const approved = filterVotes(votes, 'yes');
  const { user } = decisionContext;
  return {
    action,
    needed: countRequiredApprovals(needs),
    approved,
    refused: filterVotes(votes, 'no'),
    isRefused: isRoundRefused(action.approvals!, needs, votes),
    waitsFor: listNextApprovals(action.approvals!, computeMissingApprovals(needs, approved)),
    hasDecided: votes.some((vote) => isVoteBy(vote, user.id)),
    canDecide: checkAction(decisionContext, record, action).length === 0,
  };
}

/** The record waits for one of alternative actions. */
function guardHolds(decisionContext: DecisionContext, record: RecordWithRounds, action: Action): boolean {
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
  record: RecordWithRounds,
  { action, waitsFor }: Pick<WaitingRound, 'action' | 'waitsFor'>,
  colleagues: readonly Actor[],
): readonly string[] {
  const able: string[] = [];
  for (const user of colleagues) {
    if (user.id === decisionContext.user.id) continue;
    if (!waitsFor.some(({ role }) => role === null || user.roles.includes(role))) continue;
    if (checkAction({ ...decisionContext, user }, record, action).length === 0) able.push(user.id);
    if (able.length > MAX_NAMED) break;
  }
  return able;
}
