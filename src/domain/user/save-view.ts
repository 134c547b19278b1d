// Decides to save and delete views of lists.
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { isBlank } from '#specification/model/stored-value.js';
import { createBuiltInReason, createInvalidEntryRefusal } from '../create-reason.js';
import { Refused } from '../refusal.js';
import type { Operator } from '../authorize-operator.js';
import {
  createBuiltInRefusal,
  requireUnlockedIfOwn,
  type NewUserEvents,
  type UserCommandPayload,
  type UserDecisionContext,
} from './user-decision-context.js';
import type { UserState } from './user-state.js';

const MAX_VIEWS = 100;
const MAX_VIEW_NAME = 60;
const MAX_QUERY = 4_000;

export function saveView(
  state: UserState,
  { id, view, application, screen, name, query, shared }: UserCommandPayload<'SaveView'>,
  context: UserDecisionContext,
): NewUserEvents {
  assertOwn(context.operator, id);
  const { views } = requireUnlockedIfOwn(state, id, context);
  if (views.includes(view)) return [];
  if (isBlank(name))
    throw new Refused([
      createBuiltInReason('REQUIRED', { with: { entry: createPhrase('enter.view-name') }, fields: ['name'] }),
    ]);
  if (name.length > MAX_VIEW_NAME)
    throw createInvalidEntryRefusal('name', createPhrase('entry.view-name-longest', { most: MAX_VIEW_NAME }));
  if (query.length > MAX_QUERY) throw createInvalidEntryRefusal('query', createPhrase('entry.view-longest'));
  if (views.length >= MAX_VIEWS)
    throw createInvalidEntryRefusal('name', createPhrase('entry.view-most', { most: MAX_VIEWS }));
  const data = { view, application, screen, name: name.trim(), query, shared };
  return [{ type: 'user.view-saved', data }];
}

export function deleteView(
  state: UserState,
  { id, view }: UserCommandPayload<'DeleteView'>,
  context: UserDecisionContext,
): NewUserEvents {
  const person = requireUnlockedIfOwn(state, id, context);
  // Nobody else could delete what a locked account shares.
  if (!(context.operator.admin && person.locked)) assertOwn(context.operator, id);
  if (!person.views.includes(view)) throw createBuiltInRefusal('NOT_FOUND');
  return [{ type: 'user.view-deleted', data: { view } }];
}

function assertOwn(operator: Operator, id: string): void {
  if (operator.id === id) return;
  const words = { what: createPhrase('to.save-views'), who: createPhrase('who.the-person') };
  throw new Refused([createBuiltInReason('NOT_PERMITTED', { with: words })]);
}
