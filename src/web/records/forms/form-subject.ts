import type { FormSubject } from '#views/view-models/form.js';
import { canUndoAction } from '#domain/record/lifecycle/can-undo-action.js';
import { ReferencedIds, FindNames } from '#query-handling/names/find-names.js';
import { DescribeSituation } from '#query-handling/records/next-step.js';
import { countRequiredApprovals } from '#domain/record/approvals/approval-round.js';
import type { WaitingRound } from '#query-handling/approvals/approval-rounds.js';
import type { FoundRecord } from '#query-handling/records/records-view.js';
import { listSummaryFields } from '#query-handling/waiting/waiting-records.js';
import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import type { Action } from '#specification/model/specification.js';
import type { QueryContext } from '#web/requests/request-context.js';
import { presentRounds } from '../approvals/approval-rounds.js';
import { createColumnDisplay, getStateTitle } from '#web/display/display-value.js';
import type { RecordRequest } from '#web/requests/record-request.js';

/** `action` undefined: the state does not change. */
export interface SubjectSource {
  readonly found: FoundRecord;
  readonly action?: Action | undefined;
  readonly hasAllFields?: boolean;
}

/** The viewer gives the last missing approval. */
const isLastOf = ({ needed, approved, waitsFor, canDecide }: WaitingRound): boolean =>
  canDecide && needed > 1 && approved.length > 0 && countRequiredApprovals(waitsFor) === 1;

export async function presentFormSubject(
  { queries }: QueryContext,
  { published, specification, entity, viewer, t }: RecordRequest,
  { found, action, hasAllFields = false }: SubjectSource,
): Promise<FormSubject> {
  const { visible, now, rights } = found;
  const { rounds } = await queries.execute(new DescribeSituation(found));
  const own = rounds.filter((round) => round.action.key === action?.key);
  const mentions = new ReferencedIds();
  mentions.columns(entity, visible);
  for (const { others } of own) others.forEach((id) => mentions.person(id));
  const names = await queries.execute(new FindNames(published, mentions, viewer));
  const words = { specification, names, now, t };
  const isLast = own.every(({ needed, approved }) => approved.length >= needed - 1);
  const to = isLast && action?.to !== visible.state ? action?.to : undefined;
  return {
    state: {
      title: getStateTitle(entity, visible.state),
      tone: getLifecyclePresentation(entity).stateTone(visible.state),
    },
    summary: hasAllFields
      ? []
      : listSummaryFields(entity)
          .map((key) => createColumnDisplay(key, entity, words)(visible))
          .filter(({ value, hidden }) => value !== null && !hidden),
    // Other actions of a round are on the record's page.
    rounds: presentRounds({ specification, entity, view: { visible, names, rounds: own }, t }).map(
      ({ takeBack: _, refuse: __, ...round }) => round,
    ),
    ...(own.some(isLastOf) && { isLastApproval: true }),
    ...(action &&
      getLifecyclePresentation(entity).actionTone(action, visible.state) === 'bad' && { isExit: true }),
    ...(to !== undefined && {
      next: getStateTitle(entity, to),
      canUndo: canUndoAction(entity, action!, visible.state, rights.actor),
    }),
  };
}
