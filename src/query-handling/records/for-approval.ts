// Who approves what: the records that wait for one person, found by the states they wait in and judged as on the record's own page, and the
// people whom one record waits for.
import { startsFrom } from '#specification/lifecycle-states.js';
import type { Filter } from '#projections/port/query.js';
import type { RecordDocument } from '#projections/read-models/records/records-projection.js';
import type { Published } from '#command-handling/ports.js';
import { actorIn, type Actor, actorsIn, countsHolders, holdersAmong } from '#domain/permissions.js';
import type { DecisionContext } from '#domain/record/decision-context.js';
import { actionReasons } from '#domain/record/offers.js';
import { inSlices } from '#platform/awaiting.js';
import type { Action, Entity } from '#specification/specification.js';
import { conditionToFilter, MATCHES_NONE } from '../condition-to-filter.js';
import type { Sources } from '../ports.js';
import { openDocuments, recordInScope } from '../visible-records.js';
import type { Viewer } from '../viewer.js';
import { principalsOf } from '../people/standing-in.js';
import { peopleIn } from '#projections/read-models/people/people-read-model.js';
import { type NeededApprovals, type Vote, isVoteOf } from '#domain/record/approval-events.js';
import {
  isRoundRefused,
  missingApprovals,
  needsOfRound,
  nextOf,
  type RecordInRounds,
  votesSaying,
  total,
  standingVotes,
} from '#domain/record/round.js';

/** Somebody is asked to approve. */
export interface ApprovalRequest {
  readonly action: Action;
  /** Id of the person for whom; undefined: for themselves. */
  readonly principal?: string;
}

export interface ApprovalsOfPerson {
  /** Leaves in every record that may wait for them. */
  readonly filter: Filter;
  /** What the person is asked of each, in the order of the documents. */
  asked(documents: readonly RecordDocument[]): Promise<readonly (readonly ApprovalRequest[])[]>;
}

interface ApprovalQuery {
  readonly published: Published;
  readonly entity: Entity;
  readonly viewer: Viewer;
}

/** The records that wait for a person, or for those whose deputy they are. */
export async function forApproval(
  sources: Pick<Sources, 'readModels' | 'personal'>,
  question: ApprovalQuery,
  now: string,
): Promise<ApprovalsOfPerson> {
  const standings = await standingsOf(sources, question, now);
  return {
    filter: filterOf(question.entity, standings),
    asked: (documents) => inSlices(documents, (slice) => judge(sources, slice, standings)),
  };
}

/** For whom somebody may approve, and what of it section 4 lets them. */
interface ApprovalRights {
  readonly decisionContext: DecisionContext;
  readonly actions: readonly Action[];
}

async function standingsOf(
  sources: Pick<Sources, 'readModels'>,
  { published, entity, viewer }: ApprovalQuery,
  now: string,
): Promise<readonly ApprovalRights[]> {
  const { specification } = published;
  const own = actorIn(specification, viewer);
  const principals = isApproved(entity)
    ? await principalsOf(sources, { specification, deputy: own.id, now })
    : [];
  const standings = [{ user: own }, ...principals.map((user) => ({ user, deputy: own }))].flatMap((who) => {
    const actions = actionsOf(entity, who.user);
    return actions.length === 0 ? [] : [{ decisionContext: { specification, entity, now, ...who }, actions }];
  });
  const [first] = standings;
  if (!first) return [];
  const { holders } = await withHolders(sources, first.decisionContext);
  return standings.map(({ decisionContext, actions }) => ({
    decisionContext: { ...decisionContext, ...(holders && { holders }) },
    actions,
  }));
}

function filterOf(entity: Entity, standings: readonly ApprovalRights[]): Filter {
  const each = standings.flatMap(({ actions, decisionContext: { user } }) =>
    actions.map(({ from, guard }): Filter => {
      const narrowed = guard?.condition && conditionToFilter(guard.condition, entity, user.id);
      const state = { state: { $in: from } };
      return narrowed && Object.keys(narrowed).length > 0 ? { $and: [state, narrowed] } : state;
    }),
  );
  if (each.length < 2) return each[0] ?? MATCHES_NONE;
  const states = new Set(standings.flatMap(({ actions }) => actions.flatMap(({ from }) => from)));
  // By the states an index finds them.
  return { $and: [{ state: { $in: [...states] } }, { $or: each }] };
}

async function judge(
  { personal }: Pick<Sources, 'personal'>,
  documents: readonly RecordDocument[],
  standings: readonly ApprovalRights[],
): Promise<readonly (readonly ApprovalRequest[])[]> {
  if (standings.length === 0) return documents.map(() => []);
  const opened = await openDocuments(personal, documents);
  return documents.map((document, index) => {
    const record = recordInScope(document, opened[index]!);
    return standings.flatMap(({ actions, decisionContext }) =>
      actions
        .filter((action) => actionReasons(decisionContext, record, action).length === 0)
        .map((action) => ({ action, ...(decisionContext.deputy && { principal: decisionContext.user.id }) })),
    );
  });
}

/** What somebody is asked of one record for those whose deputy they are. */
export async function approvalsForOthers(
  sources: Pick<Sources, 'readModels' | 'personal'>,
  question: ApprovalQuery,
  document: RecordDocument,
  now: string,
): Promise<readonly ApprovalRequest[]> {
  if (!isApproved(question.entity)) return [];
  const { asked } = await forApproval(sources, question, now);
  const [found = []] = await asked([document]);
  return found.filter(({ principal }) => principal !== undefined);
}

/** Whether anybody approves such records. */
export const isApproved = ({ lifecycle }: Entity): boolean =>
  lifecycle.actions.some(({ approvals }) => approvals);

/** Whether some action of the entity is approved by a role of this person, whatever else it asks for. */
export const approvesAny = (entity: Entity, user: Actor): boolean => actionsOf(entity, user).length > 0;

function actionsOf({ lifecycle }: Entity, { roles }: Actor): readonly Action[] {
  return lifecycle.actions.filter(
    ({ approvals, by }) => approvals && (by.length === 0 || by.some((role) => roles.includes(role))),
  );
}

/** What a share is a share of is looked up only where somebody asks for a share. */
export async function withHolders(
  { readModels }: Pick<Sources, 'readModels'>,
  decisionContext: DecisionContext,
): Promise<DecisionContext> {
  const { entity, specification } = decisionContext;
  if (!countsHolders(entity)) return decisionContext;
  const people = (await peopleIn(readModels).workers()).map(({ id, roles }) => ({ id, name: '', roles }));
  return { ...decisionContext, holders: holdersAmong(actorsIn(specification, people)) };
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

/** What a record waits for. `maySeeColleagues`: the person learns who there is anyway. */
export async function waitingRounds(
  sources: Pick<Sources, 'readModels'>,
  decisionContext: DecisionContext,
  record: RecordInRounds,
  maySeeColleagues: boolean,
): Promise<readonly WaitingRound[]> {
  const { lifecycle } = decisionContext.entity;
  const here = lifecycle.actions.filter(
    (action) => action.approvals && startsFrom(action, record.state, lifecycle),
  );
  const rounds = here.flatMap((action) => roundIn(decisionContext, record, action) ?? []);
  if (rounds.length === 0) return [];
  const { user } = decisionContext;
  const isColleague = ({ by }: Action) => by.length > 0 && by.some((role) => user.roles.includes(role));
  const asked = rounds.some(({ action }) => maySeeColleagues || isColleague(action));
  const colleagues = asked ? await colleaguesIn(sources, decisionContext) : [];
  return rounds.map((round) => ({
    ...round,
    others:
      (maySeeColleagues || isColleague(round.action)) && !round.isRefused
        ? ableTo(decisionContext, record, round, colleagues)
        : [],
  }));
}

function roundIn(
  decisionContext: DecisionContext,
  record: RecordInRounds,
  action: Action,
): Omit<WaitingRound, 'others'> | undefined {
  const needs = needsOfRound(decisionContext, record, action);
  if ('depends' in needs) return undefined;
  const votes = standingVotes(decisionContext, record, action);
  if (total(needs) < 2 && votes.length === 0) return undefined;
  if (votes.length === 0 && !guardHolds(decisionContext, record, action)) return undefined;
  const approved = votesSaying(votes, 'yes');
  const { user } = decisionContext;
  return {
    action,
    needed: total(needs),
    approved,
    refused: votesSaying(votes, 'no'),
    isRefused: isRoundRefused(action.approvals!, needs, votes),
    waitsFor: nextOf(action.approvals!, missingApprovals(needs, approved)),
    isSpoken: votes.some((vote) => isVoteOf(vote, user.id)),
    isAsked: actionReasons(decisionContext, record, action).length === 0,
  };
}

/** Of two actions of which one is for large and one for small, the record waits for one. */
function guardHolds(decisionContext: DecisionContext, record: RecordInRounds, action: Action): boolean {
  return !actionReasons(decisionContext, record, action).some(({ code }) => code === 'GUARD');
}

async function colleaguesIn(
  { readModels }: Pick<Sources, 'readModels'>,
  { specification }: DecisionContext,
): Promise<readonly Actor[]> {
  const people = await peopleIn(readModels).workers();
  return actorsIn(
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
    if (actionReasons({ ...decisionContext, user }, record, action).length === 0) able.push(user.id);
    if (able.length > MOST_NAMED) break;
  }
  return able;
}
