import { v7 as uuid } from 'uuid';
import { collectProposedValues, type Vote } from '#domain/record/approvals/approval-events.js';
import { getRound } from '#domain/record/approvals/approval-round.js';
import type { ReferenceNames } from '#query-handling/names/find-names.js';
import type { WaitingRound } from '#query-handling/approvals/approval-rounds.js';
import { listActionsPastRefusal } from '#query-handling/approvals/onward-actions.js';
import type { RecordView } from '#query-handling/record-details/view-record.js';
import type { Action, Entity, Specification } from '#specification/model/specification.js';
import type { Translate } from '#views/messages/translate.js';
import type { ApprovalVote } from '#views/view-models/approval-vote.js';
import type { ApprovalRound, RecordPage } from '#views/view-models/record.js';
import { refuseHref, takeBackHref } from '#web/addresses/page-addresses.js';
import { displayActorName } from '#web/display/person-names.js';
import { describeMissingApprovers } from './describe-missing-approvers.js';
import { displayField, getStateTitle } from '#web/display/display-value.js';
import { joinAlternatives } from '#web/display/alternatives.js';

interface RoundsSource {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly view: Pick<RecordView, 'visible' | 'names' | 'rounds'>;
  readonly t: Translate;
}

export function presentRounds(showing: RoundsSource): RecordPage['rounds'] {
  const { specification, entity, view, t } = showing;
  const { visible, names, rounds } = view;
  return rounds.map((round): ApprovalRound => {
    const { action, needed, approved, refused, isRefused, hasDecided, canDecide } = round;
    const on = [specification, entity.key, visible.id, action.key] as const;
    return {
      title: action.title,
      needed,
      approved: approved.map((vote) => presentVote(names, vote, t)),
      refused: refused.map((vote) => presentVote(names, vote, t)),
      isRefused,
      proposed: proposedFields(showing, round),
      waitsFor: describeMissingApprovers(round, { specification, names, t }),
      ...(hasDecided && { takeBack: { href: takeBackHref(...on), commandId: uuid() } }),
      ...(canDecide && {
        refuse: {
          href: refuseHref(...on),
          commandId: uuid(),
          title: t(action.sign === undefined ? 'form.refuseToApprove' : 'form.refuseToSign'),
          hint: refuseHint(showing, action),
        },
      }),
    };
  });
}

/** Values written once the round completes, as far as readable. */
function proposedFields(
  { specification, entity, view: { visible, names }, t }: RoundsSource,
  { action, approved, isRefused }: WaitingRound,
): ApprovalRound['proposed'] {
  const values =
    approved.length === 0 || isRefused ? [] : [...collectProposedValues(getRound(visible, action))];
  const fields = Object.fromEntries(values.map(([key, { value }]) => [key, value]));
  return entity.fields
    .filter(({ key }) => Object.hasOwn(fields, key))
    .map((field) => displayField(field, { ...visible, fields }, { specification, names, t }));
}

function refuseHint({ entity, view: { visible }, t }: RoundsSource, action: Action): string {
  const about = { action: action.title, state: getStateTitle(entity, visible.state) };
  const ways = listActionsPastRefusal(entity, action, visible.state).map(({ title }) => title);
  if (ways.length === 0) return t('record.refuseHint', about);
  return t('record.refuseHintWays', { ...about, actions: joinAlternatives(ways, t) });
}

export const presentVote = (
  names: ReferenceNames,
  { by, for: principal, at, reason }: Vote,
  t: Translate,
): ApprovalVote => ({
  who: displayActorName(names, { by, for: principal }, t),
  at,
  ...(reason !== undefined && { reason }),
});

export function presentSignatures({
  view: { visible, names, signed },
  t,
}: {
  readonly view: RecordView;
  readonly t: Translate;
}): RecordPage['signatures'] {
  return visible.signatures.map((signature) => {
    const { signedBy, for: principal, at, meaning, by, hash } = signature;
    const { title, now } = signed(signature);
    return {
      who: displayActorName(names, { by: signedBy, for: principal }, t),
      at,
      action: title,
      ...(now !== undefined && { actionNow: now }),
      meaning,
      demo: by === 'demo',
      ...(hash !== undefined && { hash }),
    };
  });
}
