import { canStartFrom } from '#specification/model/allowed-transitions.js';
import type { WaitingRound } from '#query-handling/approvals/approval-rounds.js';
import type { Action, Entity, Specification } from '#specification/model/specification.js';
import type { RecordView } from '#query-handling/record-details/view-record.js';
import type { WaitingRecord } from '#query-handling/waiting/waiting-records.js';
import { actionHref, recordHref } from '#web/addresses/page-addresses.js';
import { describeActionChoice } from '#web/display/alternatives.js';
import { describeMissingApprovers } from './describe-missing-approvers.js';
import { nextBySentence } from './next-step.js';
import { displayRecordName } from '#web/display/record-name.js';
import type { Translate } from '#views/messages/translate.js';

type ActionNotice = Omit<AfterAction, 'viewer'>;

/**
 * “Approved: PR-2026-0181 Printer paper. Next, Purchasing: Order.” undefined: unknown action, or no readable name.
 */
export function actionNotice({ specification, entity, view, action: key, t }: ActionNotice) {
  const action = entity.lifecycle.actions.find((each) => each.key === key);
  const record = displayRecordName(view.visible);
  if (!action || record === '') return undefined;
  const round = openRound(view, action);
  if (round) return approvalNotice(round, record, { specification, view, t });
  const done = action.done && `${action.done.charAt(0).toUpperCase()}${action.done.slice(1)}`;
  const first = done
    ? t('record.actionDone', { done, record })
    : t('record.actionRecorded', { action: action.title, record });
  return [first, ...whatIsNext(view, specification, t)].join(' ');
}

/** undefined: completed, or the person has not approved. */
const openRound = ({ rounds }: RecordView, { key }: Action): WaitingRound | undefined =>
  rounds.find(({ action, hasDecided, isRefused }) => action.key === key && hasDecided && !isRefused);

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
    people: describeMissingApprovers(round, { specification, names, t }),
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
  /** Id of the person who acted. */
  readonly viewer: string;
  readonly action: string;
  readonly t: Translate;
}

/** undefined: not the latest event, or no permitted action leads back. */
export function undoLink({ specification, entity, view, viewer, action: key, t }: AfterAction) {
  const { visible, events, offers } = view;
  const last = events.find(({ type }) => type === 'record.action-taken');
  if (last?.action !== key || last.actor !== viewer) return undefined;
  const { from } = last.data as { readonly from?: unknown };
  const back = offers.find(
    ({ action, reasons }) =>
      reasons.length === 0 &&
      action.to === from &&
      action.to !== visible.state &&
      canStartFrom(action, visible.state, entity.lifecycle),
  );
  if (!back) return undefined;
  const { key: undo, title } = back.action;
  return {
    href: actionHref(specification, entity.key, visible.id, undo),
    title: t('record.undo', { action: title }),
  };
}

export const nextLink = ({ published: { specification }, entity, record }: WaitingRecord, t: Translate) => ({
  href: recordHref(specification, entity.key, record.id),
  title: t('record.nextWaiting', { record: displayRecordName(record) || entity.title }),
});
