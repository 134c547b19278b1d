// What a record needs to get on, as one person may learn it: what they can do themselves, what is missing before, or for whom it waits.
import { canStartFrom } from '#specification/model/lifecycle-states.js';
import { getLifecycleCourse } from '#specification/model/lifecycle-course.js';
import type { Action, Entity } from '#specification/model/specification.js';
import { findField, getFieldType } from '#specification/field-types/find-field-type.js';
import { createActors } from '#domain/permissions.js';
import { mentionsName } from '#domain/evaluate-expressions.js';
import type { DecisionContext } from '#domain/record/decision-context.js';
import {
  checkAction,
  checkAssign,
  listOfferedActions,
  type OfferedAction,
} from '#domain/record/lifecycle/offered-actions.js';
import type { Vote } from '#domain/record/approvals/approval-events.js';
import type { RecordInRounds } from '#domain/record/approvals/approval-round.js';
import type { Reason } from '#domain/refusal.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { AVAILABLE, createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import {
  dependsOnHidden,
  listWaitingRounds,
  addRoleHolders,
  type WaitingRound,
} from '../approvals/approval-rounds.js';
import type { FoundRecord as ViewedRecord } from './records-view.js';
import { hasRefused, isLeadingOnward, canApply, listRefusedRounds } from '../approvals/onward-actions.js';

export type NextStep =
  /** Nothing leads out of its state. */
  | { readonly kind: 'ended' }
  /** The viewer can take these; none of them ends it. */
  | { readonly kind: 'ready'; readonly actions: readonly Action[] }
  /** The viewer could take it, if the record held what the reasons ask for. */
  | { readonly kind: 'lacking'; readonly action: Action; readonly reasons: readonly Reason[] }
  | { readonly kind: 'waiting'; readonly for: WaitedFor }
  | { readonly kind: 'refused'; readonly round: RefusedStep }
  /** It leads on once its guard holds, which asks something of the record. */
  | { readonly kind: 'conditional'; readonly action: Action; readonly guard: Reason }
  /** Nothing leads on from there, or it says nothing who is waited for. */
  | { readonly kind: 'unknown' };

export interface WaitedFor {
  /** Ids of those who can act now; empty: the viewer may not learn who they are, or there are too many. */
  readonly people: readonly string[];
  /** Keys of the roles that can act. */
  readonly roles: readonly string[];
  readonly actions: readonly Action[];
  /** Several people approve it. */
  readonly round?: WaitingRound;
}

/** Ids of people whom a sentence about it may name. */
export function listPeopleInStep(next: NextStep): readonly (string | undefined)[] {
  if (next.kind === 'refused') return next.round.refused.flatMap(({ by, for: principal }) => [by, principal]);
  if (next.kind !== 'waiting') return [];
  return [...next.for.people, ...(next.for.round?.others ?? [])];
}

/** A round was refused, and nothing else leads on. */
export interface RefusedStep {
  readonly action: Action;
  readonly refused: readonly Vote[];
  /** What else can be done with the record. */
  readonly ways: readonly Action[];
  /** The viewer alone refused. */
  readonly isOwn: boolean;
  /** The viewer can take one of these, or take back a refusal. */
  readonly isForViewer: boolean;
  /** Who else can take one of these; undefined: nobody, or it cannot be said. */
  readonly for?: WaitedFor;
}

interface NextStepSource {
  readonly decisionContext: DecisionContext;
  readonly seen: VisibleRecord;
  readonly whole: RecordInRounds;
  readonly offers: readonly OfferedAction[];
  readonly rounds: readonly WaitingRound[];
  /** The viewer learns who there is anyway. */
  readonly maySeeColleagues: boolean;
}

/** What a record needs, with all that its page says of why. */
export interface Situation extends Pick<NextStepSource, 'decisionContext' | 'offers' | 'rounds'> {
  readonly next: NextStep;
}

export async function describeSituation(
  sources: Pick<QueryDependencies, 'readModels'>,
  { question, rights, now, seen, whole }: ViewedRecord,
): Promise<Situation> {
  const { specification } = question.published;
  const context = { specification, entity: question.entity, user: rights.actor, now };
  const decisionContext = await addRoleHolders(sources, context);
  const maySeeColleagues = checkAssign(decisionContext, whole).length === 0;
  const rounds = await listWaitingRounds(sources, decisionContext, whole, { ...seen, maySeeColleagues });
  const situation = { decisionContext, rounds, offers: listOfferedActions(decisionContext, whole) };
  return { ...situation, next: await nextStep(sources, { ...situation, seen, whole, maySeeColleagues }) };
}

async function nextStep(
  sources: Pick<QueryDependencies, 'readModels'>,
  source: NextStepSource,
): Promise<NextStep> {
  const { decisionContext, seen, whole } = source;
  const { entity } = decisionContext;
  const here = source.offers.filter(({ action }) => canStartFrom(action, seen.state, entity.lifecycle));
  if (here.length === 0) return { kind: 'ended' };
  const refused = await refusedStep(sources, source);
  if (refused) return { kind: 'refused', round: refused };
  const onward = here.filter(({ action }) => isLeadingOnward(decisionContext, whole, action));
  const ways =
    onward.length > 0
      ? onward
      : here.filter(({ action }) => getLifecycleCourse(entity).direction(action, seen.state) === 'back');
  const ready = ways.filter(({ reasons }) => reasons.length === 0).map(({ action }) => action);
  if (ready.length > 0) return { kind: 'ready', actions: ready };
  const lacking = onward.find(({ reasons }) => reasons.every(isMendable));
  if (lacking) return { kind: 'lacking', ...lacking };
  const applying = onward.filter(({ action, reasons }) => canApply(action, reasons));
  const waited = await waitedFor(
    sources,
    source,
    applying.map(({ action }) => action),
  );
  return waited ? { kind: 'waiting', for: waited } : conditional(onward);
}

async function refusedStep(
  sources: Pick<QueryDependencies, 'readModels'>,
  source: NextStepSource,
): Promise<RefusedStep | undefined> {
  const { decisionContext, whole } = source;
  const found = listRefusedRounds(decisionContext, whole);
  const round = found && source.rounds.find(({ action }) => found.refused.includes(action));
  if (!found || !round) return undefined;
  const { ways, refused } = found;
  const isRefuser = refused.some((action) => hasRefused(decisionContext, whole, action));
  const canGo = ways.some((action) => checkAction(decisionContext, whole, action).length === 0);
  const waited = await waitedFor(sources, source, ways);
  return {
    action: round.action,
    refused: round.refused,
    ways,
    isOwn: isRefuser && round.refused.length === 1,
    isForViewer: isRefuser || canGo,
    ...(waited && { for: waited }),
  };
}

/** Nobody can take it as the record is: what its guard asks for is what comes next. */
function conditional(onward: readonly OfferedAction[]): NextStep {
  const guarded = onward.find(
    ({ reasons }) => reasons.length > 0 && reasons.every(({ code }) => code === 'GUARD'),
  );
  const [guard] = guarded?.reasons ?? [];
  return guarded && guard ? { kind: 'conditional', action: guarded.action, guard } : { kind: 'unknown' };
}

/** The record would have to hold something else: nobody else has to do anything. */
const isMendable = ({ rule, fields }: Reason): boolean => rule !== undefined || fields.length > 0;

async function waitedFor(
  sources: Pick<QueryDependencies, 'readModels'>,
  source: NextStepSource,
  actions: readonly Action[],
): Promise<WaitedFor | undefined> {
  const { specification } = source.decisionContext;
  const round = source.rounds.find(({ action, isRefused }) => actions.includes(action) && !isRefused);
  const roles = [...new Set(actions.flatMap(({ by }) => by))];
  const isForEverybody = actions.some(({ by }) => by.length === 0 || by.some(isEveryones));
  const people = await whoIsWaitedFor(sources, source, actions, isForEverybody);
  if (people.length === 0 && (actions.length === 0 || isForEverybody)) return undefined;
  return { people, roles, actions, ...(round && { round }) };

  function isEveryones(role: string): boolean {
    return specification.roles[role]?.everyone === true;
  }
}

/**
 * Ids of those whom fields of the record name for it, as far as they can act; otherwise of all who can, where the viewer may learn who they are.
 * Who can act would tell a hidden value where it depends on one.
 */
async function whoIsWaitedFor(
  sources: Pick<QueryDependencies, 'readModels'>,
  source: NextStepSource,
  actions: readonly Action[],
  isForEverybody: boolean,
): Promise<readonly string[]> {
  const { decisionContext, seen, maySeeColleagues } = source;
  const { entity, user } = decisionContext;
  if (actions.length === 0 || actions.some((action) => dependsOnHidden(entity, action, seen.hidden)))
    return [];
  const people = createPeopleReadModel(sources.readModels);
  const named = await people.byIds(namedFor(entity, seen, actions), { ...AVAILABLE, fromLog: false });
  const first = ableTo(source, actions, named);
  if (first.length > 0) return first;
  const isColleague = ({ by }: Action) => by.length === 0 || by.some((role) => user.roles.includes(role));
  if (!maySeeColleagues && !actions.every(isColleague)) return [];
  // Of what everybody may do in principle, the record says who may do it.
  const candidates = isForEverybody
    ? await people.byIds(peopleNamedBy(entity, seen), { ...AVAILABLE, fromLog: false })
    : await people.listWorkers();
  return ableTo(source, actions, candidates);
}

/** A sentence names so many; of more, it says the role. */
const MOST_NAMED = 3;

/** So many are looked at: more hold a role that many have, and are no names for a sentence. */
const MOST_CANDIDATES = 50;

/** None where there are too many of them. */
function ableTo(
  { decisionContext, whole }: NextStepSource,
  actions: readonly Action[],
  documents: readonly Pick<PersonDocument, 'id' | 'roles'>[],
): readonly string[] {
  const { specification, user: viewer } = decisionContext;
  const candidates = createActors(
    specification,
    documents.map(({ id, roles }) => ({ id, name: '', roles })),
  ).filter(
    ({ id, roles }) =>
      id !== viewer.id &&
      actions.some(({ by }) => by.length === 0 || by.some((role) => roles.includes(role))),
  );
  if (candidates.length > MOST_CANDIDATES) return [];
  const able = candidates.filter((user) =>
    actions.some((action) => checkAction({ ...decisionContext, user }, whole, action).length === 0),
  );
  return able.length > MOST_NAMED ? [] : able.map(({ id }) => id);
}

/** Whom visible fields name for an action: those of a role that takes it, and those whom its guard asks for. */
function namedFor(entity: Entity, { fields }: VisibleRecord, actions: readonly Action[]): readonly string[] {
  const named = entity.fields
    .filter((field) => getFieldType(field).pointsTo === 'person')
    .filter(({ key, roles = [] }) =>
      actions.some(
        ({ guard, by }) =>
          (guard !== undefined && mentionsName(guard, key)) || roles.some((role) => by.includes(role)),
      ),
    )
    .map(({ key }) => fields[key]);
  return [...new Set(named.filter((id) => typeof id === 'string'))];
}

/** Whom the record names where the viewer can see it. */
function peopleNamedBy(entity: Entity, { fields, openedBy, assignee }: VisibleRecord): readonly string[] {
  const named = Object.entries(fields).flatMap(([key, value]) => {
    const field = findField(entity, key);
    return field && getFieldType(field).pointsTo === 'person' && typeof value === 'string' ? [value] : [];
  });
  return [...new Set([...named, openedBy, ...(assignee === null ? [] : [assignee])])];
}
