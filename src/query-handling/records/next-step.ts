import { Query } from '@nestjs/cqrs';
import { canStartFrom } from '#specification/model/allowed-transitions.js';
import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import type { Action, Entity } from '#specification/model/specification.js';
import { findField, getFieldType } from '#specification/field-types/find-field-type.js';
import { createActors } from '#domain/permissions.js';
import { mentionsIdentifier } from '#domain/evaluate-expressions.js';
import type { DecisionContext } from '#domain/record/decision-context.js';
import {
  checkAction,
  checkAssign,
  listOfferedActions,
  type OfferedAction,
} from '#domain/record/lifecycle/offered-actions.js';
import type { Vote } from '#domain/record/approvals/approval-events.js';
import type { RecordWithRounds } from '#domain/record/approvals/approval-round.js';
import type { Reason } from '#domain/refusal.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import {
  AVAILABLE_PERSON_FILTER,
  createPeopleReadModel,
} from '#projections/read-models/people/people-read-model.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import {
  dependsOnHiddenField,
  listWaitingRounds,
  addRoleHolders,
  type WaitingRound,
} from '../approvals/approval-rounds.js';
import type { FoundRecord as ViewedRecord } from './records-view.js';
import {
  hasUserRefused,
  isLeadingOnward,
  canGuardHold,
  findBlockingRefusals,
} from '../approvals/onward-actions.js';

export type NextStep =
  | { readonly kind: 'ended' }
  /** None of them ends it. */
  | { readonly kind: 'ready'; readonly actions: readonly Action[] }
  | { readonly kind: 'lacking'; readonly action: Action; readonly reasons: readonly Reason[] }
  | { readonly kind: 'waiting'; readonly for: WaitedFor }
  | { readonly kind: 'refused'; readonly round: RefusedStep }
  /** The guard depends on the record. */
  | { readonly kind: 'conditional'; readonly action: Action; readonly guard: Reason }
  /** The way on, or who can act, is unclear. */
  | { readonly kind: 'unknown' };

export interface WaitedFor {
  /** Empty: hidden or too many. */
  readonly people: readonly string[];
  readonly roles: readonly string[];
  readonly actions: readonly Action[];
  readonly round?: WaitingRound;
}

export function listPeopleInStep(next: NextStep): readonly (string | undefined)[] {
  if (next.kind === 'refused') return next.round.refused.flatMap(({ by, for: principal }) => [by, principal]);
  if (next.kind !== 'waiting') return [];
  return [...next.for.people, ...(next.for.round?.others ?? [])];
}

export interface RefusedStep {
  readonly action: Action;
  readonly refused: readonly Vote[];
  readonly ways: readonly Action[];
  readonly isOwn: boolean;
  /** The viewer can act or withdraw a refusal. */
  readonly isForViewer: boolean;
  /** undefined: none or unknown. */
  readonly for?: WaitedFor;
}

interface NextStepSource {
  readonly decisionContext: DecisionContext;
  readonly visible: VisibleRecord;
  readonly whole: RecordWithRounds;
  readonly offers: readonly OfferedAction[];
  readonly rounds: readonly WaitingRound[];
  readonly maySeeColleagues: boolean;
}

export interface Situation extends Pick<NextStepSource, 'decisionContext' | 'offers' | 'rounds'> {
  readonly next: NextStep;
}

export class DescribeSituation extends Query<Situation> {
  constructor(readonly record: ViewedRecord) {
    super();
  }
}

export async function describeSituation(
  sources: Pick<QueryDependencies, 'readModels'>,
  { question, rights, now, visible, whole }: ViewedRecord,
): Promise<Situation> {
  const { specification } = question.published;
  const context = { specification, entity: question.entity, user: rights.actor, now };
  const decisionContext = await addRoleHolders(sources, context);
  const maySeeColleagues = checkAssign(decisionContext, whole).length === 0;
  const rounds = await listWaitingRounds(sources, decisionContext, whole, { ...visible, maySeeColleagues });
  const situation = { decisionContext, rounds, offers: listOfferedActions(decisionContext, whole) };
  return { ...situation, next: await nextStep(sources, { ...situation, visible, whole, maySeeColleagues }) };
}

async function nextStep(
  sources: Pick<QueryDependencies, 'readModels'>,
  source: NextStepSource,
): Promise<NextStep> {
  const { decisionContext, visible, whole } = source;
  const { entity } = decisionContext;
  const here = source.offers.filter(({ action }) => canStartFrom(action, visible.state, entity.lifecycle));
  if (here.length === 0) return { kind: 'ended' };
  const refused = await refusedStep(sources, source);
  if (refused) return { kind: 'refused', round: refused };
  const onward = here.filter(({ action }) => isLeadingOnward(decisionContext, whole, action));
  const ways =
    onward.length > 0
      ? onward
      : here.filter(
          ({ action }) => getLifecyclePresentation(entity).direction(action, visible.state) === 'back',
        );
  const ready = ways.filter(({ reasons }) => reasons.length === 0).map(({ action }) => action);
  if (ready.length > 0) return { kind: 'ready', actions: ready };
  const lacking = onward.find(({ reasons }) => reasons.every(isMendable));
  if (lacking) return { kind: 'lacking', ...lacking };
  const applying = onward.filter(({ action, reasons }) => canGuardHold(action, reasons));
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
  const found = findBlockingRefusals(decisionContext, whole);
  const round = found && source.rounds.find(({ action }) => found.refused.includes(action));
  if (!found || !round) return undefined;
  const { ways, refused } = found;
  const isRefuser = refused.some((action) => hasUserRefused(decisionContext, whole, action));
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

function conditional(onward: readonly OfferedAction[]): NextStep {
  const guarded = onward.find(
    ({ reasons }) => reasons.length > 0 && reasons.every(({ code }) => code === 'GUARD'),
  );
  const [guard] = guarded?.reasons ?? [];
  return guarded && guard ? { kind: 'conditional', action: guarded.action, guard } : { kind: 'unknown' };
}

/** The record has to change, not the actor. */
const isMendable = ({ rule, fields }: Reason): boolean => rule !== undefined || fields.length > 0;

async function waitedFor(
  sources: Pick<QueryDependencies, 'readModels'>,
  source: NextStepSource,
  actions: readonly Action[],
): Promise<WaitedFor | undefined> {
  const { specification } = source.decisionContext;
  const round = source.rounds.find(({ action, isRefused }) => actions.includes(action) && !isRefused);
  const roles = [...new Set(actions.flatMap(({ by }) => by))];
  const isForEveryone = actions.some(({ by }) => by.length === 0 || by.some(isEveryones));
  const people = await findPeopleWaitedFor(sources, source, actions, isForEveryone);
  if (people.length === 0 && (actions.length === 0 || isForEveryone)) return undefined;
  return { people, roles, actions, ...(round && { round }) };

  function isEveryones(role: string): boolean {
    return specification.roles[role]?.everyone === true;
  }
}

/** Prefers people in the record's fields. Empty if that depends on hidden values. */
async function findPeopleWaitedFor(
  sources: Pick<QueryDependencies, 'readModels'>,
  source: NextStepSource,
  actions: readonly Action[],
  isForEveryone: boolean,
): Promise<readonly string[]> {
  const { decisionContext, visible, maySeeColleagues } = source;
  const { entity, user } = decisionContext;
  if (actions.length === 0 || actions.some((action) => dependsOnHiddenField(entity, action, visible.hidden)))
    return [];
  const people = createPeopleReadModel(sources.readModels);
  const named = await people.byIds(namedFor(entity, visible, actions), {
    ...AVAILABLE_PERSON_FILTER,
    fromLog: false,
  });
  const first = ableTo(source, actions, named);
  if (first.length > 0) return first;
  const isColleague = ({ by }: Action) => by.length === 0 || by.some((role) => user.roles.includes(role));
  if (!maySeeColleagues && !actions.every(isColleague)) return [];
  // The record names actors of actions open to everyone.
  const candidates = isForEveryone
    ? await people.byIds(peopleNamedBy(entity, visible), { ...AVAILABLE_PERSON_FILTER, fromLog: false })
    : await people.listWorkers();
  return ableTo(source, actions, candidates);
}

/** More are replaced by the role. */
const MAX_NAMED = 3;

const MAX_CANDIDATES = 50;

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
  if (candidates.length > MAX_CANDIDATES) return [];
  const able = candidates.filter((user) =>
    actions.some((action) => checkAction({ ...decisionContext, user }, whole, action).length === 0),
  );
  return able.length > MAX_NAMED ? [] : able.map(({ id }) => id);
}

/** Visible fields name holders of the roles, and people the guard requires. */
function namedFor(entity: Entity, { fields }: VisibleRecord, actions: readonly Action[]): readonly string[] {
  const named = entity.fields
    .filter((field) => getFieldType(field).pointsTo === 'person')
    .filter(({ key, roles = [] }) =>
      actions.some(
        ({ guard, by }) =>
          (guard !== undefined && mentionsIdentifier(guard, key)) || roles.some((role) => by.includes(role)),
      ),
    )
    .map(({ key }) => fields[key]);
  return [...new Set(named.filter((id) => typeof id === 'string'))];
}

function peopleNamedBy(entity: Entity, { fields, openedBy, assignee }: VisibleRecord): readonly string[] {
  const named = Object.entries(fields).flatMap(([key, value]) => {
    const field = findField(entity, key);
    return field && getFieldType(field).pointsTo === 'person' && typeof value === 'string' ? [value] : [];
  });
  return [...new Set([...named, openedBy, ...(assignee === null ? [] : [assignee])])];
}
