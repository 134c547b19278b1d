import type { Filter } from '#projections/port/query.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { toActor, type Actor } from '#domain/permissions.js';
import type { DecisionContext } from '#domain/record/decision-context.js';
import { checkAction } from '#domain/record/lifecycle/offered-actions.js';
import type { RecordWithRounds } from '#domain/record/approvals/approval-round.js';
import { mapInBatches } from '#platform/cooperative-scheduler.js';
import type { Action, Entity } from '#specification/model/specification.js';
import { conditionToFilter, MATCHES_NONE } from '../filters/condition-to-filter.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { openSealedContents, toRecordInScope } from '../visibility/visible-records.js';
import type { Viewer } from '../viewer.js';
import { findPrincipalsOfDeputy } from '../people/delegations.js';
import { addRoleHolders } from './approval-rounds.js';
import {
  hasUserRefused,
  isOnwardAction,
  isLeadingOnward,
  findBlockingRefusals,
  listActionsPastRefusal,
} from './onward-actions.js';

export interface AwaitedAction {
  readonly action: Action;
  /** Person represented by a deputy. */
  readonly principal?: string;
  /** The person refused in the round and may withdraw that. */
  readonly takesBack?: true;
}

export interface AwaitedActionsFinder {
  readonly filter: Filter;
  /** In the order of the documents. */
  awaited(documents: readonly RecordDocument[]): Promise<readonly (readonly AwaitedAction[])[]>;
}

interface WaitingQuestion {
  readonly published: PublishedVersion;
  readonly entity: Entity;
  readonly viewer: Viewer;
}

export async function createAwaitedActionsFinder(
  sources: Pick<QueryDependencies, 'readModels' | 'personal'>,
  question: WaitingQuestion,
  now: string,
): Promise<AwaitedActionsFinder> {
  const standings = await standingsOf(sources, question, now);
  return {
    filter: filterOf(question.entity, standings),
    awaited: (documents) => mapInBatches(documents, (slice) => judge(sources, slice, standings, awaitedOf)),
  };
}

interface Standing {
  readonly decisionContext: DecisionContext;
  readonly actions: readonly Action[];
}

/** A deputy only approves. */
async function standingsOf(
  sources: Pick<QueryDependencies, 'readModels'>,
  { published, entity, viewer }: WaitingQuestion,
  now: string,
): Promise<readonly Standing[]> {
  const { specification } = published;
  const own = toActor(specification, viewer);
  const approved = entity.lifecycle.actions.filter(({ approvals }) => approvals);
  const principals =
    approved.length > 0 ? await findPrincipalsOfDeputy(sources, { specification, deputy: own.id, now }) : [];
  const standings = [
    { user: own, actions: awaitedActions(entity, own) },
    ...principals.map((user) => ({ user, deputy: own, actions: approved.filter(isFor(user)) })),
  ].filter(({ actions }) => actions.length > 0);
  const [first] = standings;
  if (!first) return [];
  const { holders } = await addRoleHolders(sources, { specification, entity, now, user: first.user });
  return standings.map(({ actions, ...who }) => ({
    decisionContext: { specification, entity, now, ...who, ...(holders && { holders }) },
    actions,
  }));
}

const isFor =
  ({ roles }: Actor) =>
  ({ by }: Action): boolean =>
    by.length === 0 || by.some((role) => roles.includes(role));

function awaitedActions(entity: Entity, user: Actor): readonly Action[] {
  return entity.lifecycle.actions.filter(
    (action) => statesWaitingFor(entity, action).length > 0 && isFor(user)(action),
  );
}

/** Decides by roles and states alone. */
export const canWaitFor = (entity: Entity, user: Actor): boolean => awaitedActions(entity, user).length > 0;

/** Other states make a record wait only with an open or refused round. */
function statesWaitingFor(entity: Entity, action: Action): readonly string[] {
  if (action.approvals) return action.from;
  const rounds = entity.lifecycle.actions.filter(({ approvals }) => approvals);
  const isPastRound = (state: string) =>
    rounds.some(
      (round) =>
        round.from.includes(state) &&
        isOnwardAction(entity, round, state) &&
        listActionsPastRefusal(entity, round, state).includes(action),
    );
  return action.from.filter((state) => isOnwardAction(entity, action, state) || isPastRound(state));
}

function filterOf(entity: Entity, standings: readonly Standing[]): Filter {
  const each = standings.flatMap(({ actions, decisionContext: { user } }) =>
    actions.map((action) => ({ action, user, states: statesWaitingFor(entity, action) })),
  );
  const filters = each.map(({ action: { guard }, user, states }): Filter => {
    const narrowed = guard?.condition && conditionToFilter(guard.condition, entity, user.id);
    const state = { state: { $in: states } };
    return narrowed && Object.keys(narrowed).length > 0 ? { $and: [state, narrowed] } : state;
  });
  if (filters.length < 2) return filters[0] ?? MATCHES_NONE;
  // States are indexed.
  const states = [...new Set(each.flatMap((one) => one.states))];
  return { $and: [{ state: { $in: states } }, { $or: filters }] };
}

type ActionsFound = (
  decisionContext: DecisionContext,
  record: RecordWithRounds,
  actions: readonly Action[],
) => readonly Omit<AwaitedAction, 'principal'>[];

async function judge(
  { personal }: Pick<QueryDependencies, 'personal'>,
  documents: readonly RecordDocument[],
  standings: readonly Standing[],
  find: ActionsFound,
): Promise<readonly (readonly AwaitedAction[])[]> {
  if (standings.length === 0) return documents.map(() => []);
  const opened = await openSealedContents(personal, documents);
  return documents.map((document, index) => {
    const record = toRecordInScope(document, opened[index]!);
    return standings.flatMap(({ actions, decisionContext }) =>
      find(decisionContext, record, actions).map((found) => ({
        ...found,
        ...(decisionContext.deputy && { principal: decisionContext.user.id }),
      })),
    );
  });
}

const awaitedOf: ActionsFound = (decisionContext, record, actions) => {
  const rounds = decisionContext.deputy ? undefined : findBlockingRefusals(decisionContext, record);
  const here = actions
    .filter(({ from }) => from.includes(record.state))
    .filter((action) => isLeadingOnward(decisionContext, record, action) || rounds?.ways.includes(action));
  const refusedByThem = actions.filter(
    (action) => rounds?.refused.includes(action) && hasUserRefused(decisionContext, record, action),
  );
  return [
    ...possible(decisionContext, record, here),
    ...refusedByThem.map((action) => ({ action, takesBack: true as const })),
  ];
};

const possible: ActionsFound = (decisionContext, record, actions) =>
  actions
    .filter((action) => checkAction(decisionContext, record, action).length === 0)
    .map((action) => ({ action }));

export async function listApprovalsAsDeputy(
  sources: Pick<QueryDependencies, 'readModels' | 'personal'>,
  question: WaitingQuestion,
  document: RecordDocument,
  now: string,
): Promise<readonly AwaitedAction[]> {
  const standings = await standingsOf(sources, question, now);
  const others = standings.filter(({ decisionContext }) => decisionContext.deputy);
  const [found = []] = await judge(sources, [document], others, possible);
  return found;
}
