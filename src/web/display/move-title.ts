import type { Translate } from '#views/messages/translate.js';
import type { MoveKey } from '#domain/record/lifecycle/trace.js';
import type { Entity } from '#specification/model/specification.js';
import { getStateTitle } from './display-value.js';

export function formatMoveTitle({ from, action }: MoveKey, { lifecycle }: Entity, t: Translate): string {
  if (from === '') return t('map.opened');
  if (action === '') return t('map.byVersion');
  return lifecycle.actions.find(({ key }) => key === action)?.title ?? action;
}

/** “Approve: Waiting → Approved” */
export function describeMove(move: MoveKey, entity: Entity, t: Translate): string {
  const to = getStateTitle(entity, move.to);
  if (move.from === '') return t('map.openedIn', { to });
  return t('map.wholeMove', {
    action: formatMoveTitle(move, entity, t),
    from: getStateTitle(entity, move.from),
    to,
  });
}
