// Decides how a person is notified of one kind of mail.
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import { createBuiltInReason, createInvalidEntry } from '../refusal-reason.js';
import { Refused } from '../refusal.js';
import { NOTICE_WAYS, getNoticeWay } from './notice-ways.js';
import {
  requireRegistered,
  type UserCommandPayload,
  type NewUserEvents,
  type UserDecisionContext,
} from './user-decision.js';
import type { UserState } from './user-state.js';

/** `known.notice`: whether the person can receive such a mail. */
export function chooseNotice(
  state: UserState,
  { id, application, call, way }: UserCommandPayload<'ChooseNotice'>,
  { operator, known }: UserDecisionContext,
): NewUserEvents {
  if (operator.id !== id) {
    const words = { what: createPhrase('to.choose-notices'), who: createPhrase('who.the-person') };
    throw new Refused([createBuiltInReason('NOT_PERMITTED', { with: words })]);
  }
  const { notices } = requireRegistered(state);
  if (!NOTICE_WAYS.includes(way))
    throw createInvalidEntry('way', createPhrase('entry.notice-way', { ways: NOTICE_WAYS }));
  if (known?.notice !== true) throw createInvalidEntry('call', createPhrase('entry.no-mail'));
  if (getNoticeWay(notices, { application, call }) === way) return [];
  return [{ type: 'user.notice-chosen', data: { application, call, way } }];
}
