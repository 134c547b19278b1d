// Whom a record waits for: the records that one person can take further now, in a role, by name, in a round of approvals or as a deputy. They
// are found by the states they wait in, and judged as on the record's own page.
import { courseOf } from '#specification/lifecycle-course.js';
import type { Filter } from '#projections/port/query.js';
import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import type { Published } from '#command-handling/ports.js';
import { actorIn, type Actor } from '#domain/permissions.js';
import type { DecisionContext } from '#domain/record/decision-context.js';
import { actionReasons } from '#domain/record/offers.js';
import { type RecordInRounds, standingVotes } from '#domain/record/round.js';
import { inSlices } from '#platform/awaiting.js';
import type { Action, Entity } from '#specification/specification.js';
import { conditionToFilter, MATCHES_NONE } from '../condition-to-filter.js';
import type { Sources } from '../ports.js';
import { openDocuments, recordInScope } from '../visible-records.js';
import type { Viewer } from '../viewer.js';
import { principalsOf } from '../people/standing-in.js';
import { withHolders } from './approval-rounds.js';

/** What a record waits for a person to do. */
export interface AwaitedAction {
  readonly action: Action;
  /** Id of the person whose deputy acts; undefined: they act for themselves. */
  readonly principal?: string;
}

export interface WaitingForPerson {
  /** Leaves in every record that may wait for them. */
  readonly filter: Filter;
  /** What each waits for, in the order of the documents. */
  awaited(documents: readonly RecordDocument[]): Promise<readonly (readonly AwaitedAction[])[]>;
}

interface WaitingQuestion {
  readonly published: Published;
  readonly entity: Entity;
  readonly viewer: Viewer;
}

/** The records that wait for a person, or for those whose deputy they are. */
export async function waitingForPerson(
  sources: Pick<Sources, 'readModels' | 'personal'>,
  question: WaitingQuestion,
  now: string,
): Promise<WaitingForPerson> {
  const standings = await standingsOf(sources, question, now);
  return {
    filter: filterOf(question.entity, standings),
    awaited: (documents) => inSlices(documents, (slice) => judge(sources, slice, standings, isAwaited)),
  };
}

/** For whom a person may act, and by which actions. */
interface Standing {
  readonly decisionContext: DecisionContext;
  readonly actions: readonly Action[];
}

/** A deputy approves for somebody else, and does nothing else for them. */
async function standingsOf(
  sources: Pick<Sources, 'readModels'>,
  { published, entity, viewer }: WaitingQuestion,
  now: string,
): Promise<readonly Standing[]> {
  const { specification } = published;
  const own = actorIn(specification, viewer);
  const approved = entity.lifecycle.actions.filter(({ approvals }) => approvals);
  const principals =
    approved.length > 0 ? await principalsOf(sources, { specification, deputy: own.id, now }) : [];
  const standings = [
    { user: own, actions: awaitedActions(entity, own) },
    ...principals.map((user) => ({ user, deputy: own, actions: approved.filter(isFor(user)) })),
  ].filter(({ actions }) => actions.length > 0);
  const [first] = standings;
  if (!first) return [];
  const { holders } = await withHolders(sources, { specification, entity, now, user: first.user });
  return standings.map(({ actions, ...who }) => ({
    decisionContext: { specification, entity, now, ...who, ...(holders && { holders }) },
    actions,
  }));
}

const isFor =
  ({ roles }: Actor) =>
  ({ by }: Action): boolean =>
    by.length === 0 || by.some((role) => roles.includes(role));

/** Actions that records of the entity may wait for, as far as the roles of the person say. */
function awaitedActions(entity: Entity, user: Actor): readonly Action[] {
  return entity.lifecycle.actions.filter(
    (action) => statesWaitingFor(entity, action).length > 0 && isFor(user)(action),
  );
}

/** Whether such records may wait for this person, whatever else is asked for. */
export const mayWaitFor = (entity: Entity, user: Actor): boolean => awaitedActions(entity, user).length > 0;

/** In other states, a record waits for an action only once a round of approvals has begun. */
function statesWaitingFor(entity: Entity, action: Action): readonly string[] {
  return action.approvals ? action.from : action.from.filter((state) => isOnward(entity, action, state));
}

const isOnward = (entity: Entity, action: Action, state: string): boolean =>
  courseOf(entity).direction(action, state) === 'onward';

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
  // By the states an index finds them.
  const states = [...new Set(each.flatMap((one) => one.states))];
  return { $and: [{ state: { $in: states } }, { $or: filters }] };
}

async function judge(
  { personal }: Pick<Sources, 'personal'>,
  documents: readonly RecordDocument[],
  standings: readonly Standing[],
  isFound: typeof isPossible,
): Promise<readonly (readonly AwaitedAction[])[]> {
  if (standings.length === 0) return documents.map(() => []);
  const opened = await openDocuments(personal, documents);
  return documents.map((document, index) => {
    const record = recordInScope(document, opened[index]!);
    return standings.flatMap(({ actions, decisionContext }) =>
      actions
        .filter((action) => isFound(decisionContext, record, action))
        .map((action) => ({ action, ...(decisionContext.deputy && { principal: decisionContext.user.id }) })),
    );
  });
}

const isAwaited = (decisionContext: DecisionContext, record: RecordInRounds, action: Action): boolean =>
  action.from.includes(record.state) &&
  leadsOn(decisionContext, record, action) &&
  isPossible(decisionContext, record, action);

/** Whether a record waits for an action: it leads towards a good end, or a round of approvals has begun. */
export function leadsOn(decisionContext: DecisionContext, record: RecordInRounds, action: Action): boolean {
  if (isOnward(decisionContext.entity, action, record.state)) return true;
  return action.approvals !== undefined && standingVotes(decisionContext, record, action).length > 0;
}

const isPossible = (decisionContext: DecisionContext, record: RecordInRounds, action: Action): boolean =>
  actionReasons(decisionContext, record, action).length === 0;

/** What a person may approve of one record for those whose deputy they are. */
export async function approvalsForOthers(
  sources: Pick<Sources, 'readModels' | 'personal'>,
  question: WaitingQuestion,
  document: RecordDocument,
  now: string,
): Promise<readonly AwaitedAction[]> {
  const standings = await standingsOf(sources, question, now);
  const others = standings.filter(({ decisionContext }) => decisionContext.deputy);
  const [found = []] = await judge(sources, [document], others, isPossible);
  return found;
}
