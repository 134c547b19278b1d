// What a form of a record is about → the part of the page above its inputs.
import type { FormSubject } from '#views/view-models/form.js';
import { canUndoAction } from '#domain/record/lifecycle/can-undo-action.js';
import { Mentions, findNames } from '#query-handling/names/mentions.js';
import { describeSituation } from '#query-handling/records/next-step.js';
import { sumNeeds } from '#domain/record/approvals/approval-round.js';
import type { WaitingRound } from '#query-handling/approvals/approval-rounds.js';
import type { FoundRecord } from '#query-handling/records/records-view.js';
import { listRowFields } from '#query-handling/waiting/waiting-records.js';
import { getLifecycleCourse } from '#specification/model/lifecycle-course.js';
import type { Action } from '#specification/model/specification.js';
import type { PageContext } from '#web/requests/request-context.js';
import { presentRounds } from '../approvals/approval-rounds.js';
import { columnShower, stateTitle } from '#web/display/display-value.js';
import type { RecordRequest } from '#web/requests/record-request.js';

/** A record, and what is done to it. `action` undefined: its state stays as it is. */
export interface SubjectSource {
  readonly found: FoundRecord;
  readonly action?: Action | undefined;
  /** The form lists all fields elsewhere. */
  readonly hasAllFields?: boolean;
}

/** Of several approvals one is missing, which the viewer can give. */
const isLastOf = ({ needed, approved, waitsFor, isAsked }: WaitingRound): boolean =>
  isAsked && needed > 1 && approved.length > 0 && sumNeeds(waitsFor) === 1;

export async function presentFormSubject(
  sources: PageContext['sources'],
  { published, specification, entity, viewer, t }: RecordRequest,
  { found, action, hasAllFields = false }: SubjectSource,
): Promise<FormSubject> {
  const { seen, now, rights } = found;
  const { rounds } = await describeSituation(sources, found);
  const own = rounds.filter((round) => round.action.key === action?.key);
  const mentions = new Mentions();
  mentions.columns(entity, seen);
  for (const { others } of own) others.forEach((id) => mentions.person(id));
  const names = await findNames(sources, published, mentions, viewer);
  const words = { specification, names, now, t };
  const isLast = own.every(({ needed, approved }) => approved.length >= needed - 1);
  const to = isLast && action?.to !== seen.state ? action?.to : undefined;
  return {
    state: { title: stateTitle(entity, seen.state), tone: getLifecycleCourse(entity).stateTone(seen.state) },
    summary: hasAllFields
      ? []
      : listRowFields(entity)
          .map((key) => columnShower(key, entity, words)(seen))
          .filter(({ value, hidden }) => value !== null && !hidden),
    // What can be done in a round besides is on the record's own page.
    rounds: presentRounds({ specification, entity, view: { seen, names, rounds: own }, t }).map(
      ({ takeBack: _, refuse: __, ...round }) => round,
    ),
    ...(own.some(isLastOf) && { isLastApproval: true }),
    ...(action && getLifecycleCourse(entity).actionTone(action, seen.state) === 'bad' && { isExit: true }),
    ...(to !== undefined && {
      next: stateTitle(entity, to),
      canUndo: canUndoAction(entity, action!, seen.state, rights.actor),
    }),
  };
}
