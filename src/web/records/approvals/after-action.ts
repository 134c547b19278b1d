// What stands beside the notice after an action: the way back, where the lifecycle has one, and what waits for the person next.
import { canStartFrom } from '#specification/model/lifecycle-states.js';
import type { WaitingRound } from '#query-handling/approvals/approval-rounds.js';
import type { Action, Entity, Specification } from '#specification/model/specification.js';
import type { RecordView } from '#query-handling/record-details/view-record.js';
import type { WaitingRecord } from '#query-handling/waiting/waiting-records.js';
import { actionHref, recordHref } from '#web/addresses/page-addresses.js';
import { describeActionChoice } from '#web/display/alternatives.js';
import { missingApprovers } from './missing-approvals.js';
import { nextBySentence } from './next-step.js';
import { recordName } from '#web/display/record-name.js';
import type { Translate } from '#views/messages/translate.js';

type ActionNotice = Omit<AfterAction, 'viewer'>;

/** “Approved: PR-2026-0181 Printer paper. Next, Purchasing: Order.” undefined: there is no such action, or nothing to call the record. */
export function actionNotice({ specification, entity, view, action: key, t }: ActionNotice) {
  const action = entity.lifecycle.actions.find((each) => each.key === key);
  const record = recordName(view.seen);
  if (!action || record === '') return undefined;
  const round = openRound(view, action);
  if (round) return approvalNotice(round, record, { specification, view, t });
  const done = action.done && `${action.done.charAt(0).toUpperCase()}${action.done.slice(1)}`;
  const first = done
    ? t('record.actionDone', { done, record })
    : t('record.actionRecorded', { action: action.title, record });
  return [first, ...whatIsNext(view, specification, t)].join(' ');
}

/** undefined: it has happened, or the person has not approved. */
const openRound = ({ rounds }: RecordView, { key }: Action): WaitingRound | undefined =>
  rounds.find(({ action, isSpoken, isRefused }) => action.key === key && isSpoken && !isRefused);

function approvalNotice(
  round: WaitingRound,
  record: string,
  { specification, view: { names }, t }: Pick<ActionNotice, 'specification' | 'view' | 't'>,
): string {
  const { approved, needed, others } = round;
  const about = { record, approved: approved.length, needed };
  if (others.length === 0)
    return t('record.approvalRecordedMore', { ...about, missing: needed - approved.length });
  return t('record.approvalRecorded', {
    ...about,
    people: missingApprovers(round, { specification, names, t }),
  });
}

function whatIsNext(
  { next, names }: RecordView,
  specification: Specification,
  t: Translate,
): readonly string[] {
  if (next.kind === 'waiting') return [nextBySentence(next.for, { specification, names, t })];
  if (next.kind !== 'ready') return [];
  return [t('record.youCanNext', { actions: describeActionChoice(next.actions, t) })];
}

interface AfterAction {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly view: RecordView;
  /** Id of the person who took it. */
  readonly viewer: string;
  /** Its key. */
  readonly action: string;
  readonly t: Translate;
}

/** undefined: something else has happened since, or no action leads back that the viewer can take now. */
export function undoLink({ specification, entity, view, viewer, action: key, t }: AfterAction) {
  const { seen, events, offers } = view;
  const last = events.find(({ type }) => type === 'record.action-taken');
  if (last?.action !== key || last.actor !== viewer) return undefined;
  const { from } = last.data as { readonly from?: unknown };
  const back = offers.find(
    ({ action, reasons }) =>
      reasons.length === 0 &&
      action.to === from &&
      action.to !== seen.state &&
      canStartFrom(action, seen.state, entity.lifecycle),
  );
  if (!back) return undefined;
  const { key: undo, title } = back.action;
  return {
    href: actionHref(specification, entity.key, seen.id, undo),
    title: t('record.undo', { action: title }),
  };
}

export const nextLink = ({ published: { specification }, entity, record }: WaitingRecord, t: Translate) => ({
  href: recordHref(specification, entity.key, record.id),
  title: t('record.nextWaiting', { record: recordName(record) || entity.title }),
});
