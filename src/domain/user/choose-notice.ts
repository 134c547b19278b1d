import { createPhrase } from '#specification/refusal-words/phrases.js';
import { createBuiltInReason, createInvalidEntryRefusal } from '../create-reason.js';
import { Refused } from '../refusal.js';
import { NOTICE_WAYS, getNoticeWay } from './notice-ways.js';
import {
  requireUnlockedIfOwn,
  type UserCommandPayload,
  type NewUserEvents,
  type UserDecisionContext,
} from './user-decision-context.js';
import type { UserState } from './user-state.js';

export function chooseNotice(
  state: UserState,
  { id, application, call, way }: UserCommandPayload<'ChooseNotice'>,
  context: UserDecisionContext,
): NewUserEvents {
  const { operator, known } = context;
  if (operator.id !== id) {
    const words = { what: createPhrase('to.choose-notices'), who: createPhrase('who.the-person') };
    throw new Refused([createBuiltInReason('NOT_PERMITTED', { with: words })]);
  }
  const { notices } = requireUnlockedIfOwn(state, id, context);
  if (!NOTICE_WAYS.includes(way))
    throw createInvalidEntryRefusal('way', createPhrase('entry.notice-way', { ways: NOTICE_WAYS }));
  if (known?.notice !== true) throw createInvalidEntryRefusal('call', createPhrase('entry.no-mail'));
  if (getNoticeWay(notices, { application, call }) === way) return [];
  return [{ type: 'user.notice-chosen', data: { application, call, way } }];
}
