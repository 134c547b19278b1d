import { createPhrase } from '#specification/refusal-words/phrases.js';
import { isTimeZone } from '#specification/values/calendar-date.js';
import { createBuiltInReason, createInvalidEntryRefusal } from '../create-reason.js';
import { Refused } from '../refusal.js';
import { PREFERRED_LANGUAGES, type Preferences } from './preference-events.js';
import {
  requireUnlockedIfOwn,
  type NewUserEvents,
  type UserCommandPayload,
  type UserDecisionContext,
} from './user-decision-context.js';
import type { UserState } from './user-state.js';

export function choosePreferences(
  state: UserState,
  { id, language, timeZone, singleKeys }: UserCommandPayload<'ChoosePreferences'>,
  context: UserDecisionContext,
): NewUserEvents {
  if (context.operator.id !== id) {
    const words = { what: createPhrase('to.choose-language'), who: createPhrase('who.the-person') };
    throw new Refused([createBuiltInReason('NOT_PERMITTED', { with: words })]);
  }
  const { preferences } = requireUnlockedIfOwn(state, id, context);
  if (language !== null && !PREFERRED_LANGUAGES.includes(language))
    throw createInvalidEntryRefusal(
      'language',
      createPhrase('entry.notice-way', { ways: PREFERRED_LANGUAGES }),
    );
  if (timeZone !== null && !isTimeZone(timeZone))
    throw createInvalidEntryRefusal('timeZone', createPhrase('entry.no-time-zone'));
  const data = { language, timeZone, ...(singleKeys === false && { singleKeys }) };
  const isSame = (key: keyof Preferences) => preferences[key] === data[key];
  if (isSame('language') && isSame('timeZone') && isSame('singleKeys')) return [];
  return [{ type: 'user.preferences-chosen', data }];
}
