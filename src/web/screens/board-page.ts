import { v7 as uuid } from 'uuid';
import { addReturn } from '#views/addresses.js';
import type { BoardPage } from '#views/view-models/list.js';
import type { Board } from '#query-handling/lists/board-records.js';
import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import { canUndoAction } from '#domain/record/lifecycle/can-undo-action.js';
import { requiresInput } from '#domain/record/lifecycle/requires-input.js';
import { canTakeAction, type Actor } from '#domain/permissions.js';
import { canStartFrom } from '#specification/model/allowed-transitions.js';
import { writeListAddress } from '../addresses/list-address.js';
import { presentFieldFilters, type FilterSource } from './list-filters.js';
import {
  actionHref,
  listHref,
  processMapHref,
  newHref,
  recordHref,
  screenHref,
} from '../addresses/page-addresses.js';
import { entityInSentence } from '../display/entity-in-sentence.js';
import { createColumnDisplay, displayStateSince, getStateTitle } from '../display/display-value.js';

interface BoardPageSource extends Omit<FilterSource, 'page'> {
  readonly actor: Actor;
  readonly board: Board;
  readonly mayOpen: boolean;
  /** ISO 8601. */ readonly now: string;
}

export function presentBoard(source: BoardPageSource): Omit<BoardPage, 'frame' | 'help'> {
  const { specification, entity, screen, board, mayOpen, address, now, t } = source;
  const words = { specification, names: board.names, now, t };
  const finals = new Set(entity.lifecycle.states.flatMap(({ key, final }) => (final ? [key] : [])));
  const shows = screen.card.map((key) => createColumnDisplay(key, entity, words));
  const list = listHref(specification, entity.key);
  const here = writeListAddress(screenHref(specification, screen), address.values);
  // Roles only: conditions are checked, and refusals explained, when the action is taken.
  const movesFrom = (state: string) =>
    entity.lifecycle.actions.filter(
      (action) =>
        action.to !== undefined &&
        action.to !== state &&
        canTakeAction(action, source.actor) &&
        canStartFrom(action, state, entity.lifecycle),
    );
  const irreversible = board.columns
    .filter(({ records }) => records.length > 0)
    .flatMap(({ state }) =>
      movesFrom(state).filter(
        (action) => !requiresInput(action) && !canUndoAction(entity, action, state, source.actor),
      ),
    );
  return {
    heading: screen.title,
    path: screenHref(specification, screen),
    search: address.query.search,
    filters: presentFieldFilters({ ...source, page: board }),
    filtered: address.query.filters.length > 0 || address.query.search !== '',
    columns: board.columns.map(({ state, records, count, more }) => ({
      state,
      title: getStateTitle(entity, state),
      tone: getLifecyclePresentation(entity).stateTone(state),
      count,
      more,
      folded: finals.has(state),
      href: writeListAddress(list, address.values, { state, sort: undefined, columns: undefined }),
      cards: records.map((record) => ({
        id: record.id,
        href: recordHref(specification, entity.key, record.id),
        title: record.title || record.number || entity.title,
        cells: shows.map((show) => show(record)),
        moves: movesFrom(state).map((action) => ({
          title: action.title,
          to: action.to!,
          href: addReturn(actionHref(specification, entity.key, record.id, action.key), here),
          ...(!requiresInput(action) && { press: { commandId: uuid(), seen: String(record.version) } }),
        })),
        // Final states need no duration.
        ...(!finals.has(state) && { since: displayStateSince(record, { now, t }) }),
      })),
    })),
    ...(mayOpen && {
      open: {
        href: newHref(specification, entity.key),
        title: t('form.new', { entity: entityInSentence(entity.title, specification, t) }),
      },
    }),
    withoutUndo: [...new Set(irreversible.map(({ title }) => title))],
    list,
    map: processMapHref(specification, entity.key),
  };
}
