// Records by state → the board's view-model.
import type { BoardPage } from '#views/view-models/list.js';
import type { Board } from '#query-handling/lists/board-records.js';
import { getLifecycleCourse } from '#specification/model/lifecycle-course.js';
import type { Entity, Screen, Specification } from '#specification/model/specification.js';
import { listHref, newHref, recordHref } from '../addresses/page-addresses.js';
import { entityInSentence } from '../display/entity-in-sentence.js';
import { columnShower, showStateSince, stateTitle } from '../display/display-value.js';
import type { Translate } from '#views/messages/translate.js';

interface BoardPageSource {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly screen: Screen;
  readonly board: Board;
  readonly mayOpen: boolean;
  /** ISO 8601. */ readonly now: string;
  readonly t: Translate;
}

/** Everything but the frame. */
export function presentBoard({
  specification,
  entity,
  screen,
  board,
  mayOpen,
  now,
  t,
}: BoardPageSource): Omit<BoardPage, 'frame' | 'help'> {
  const words = { specification, names: board.names, now, t };
  const finals = new Set(entity.lifecycle.states.flatMap(({ key, final }) => (final ? [key] : [])));
  const shows = screen.card.map((key) => columnShower(key, entity, words));
  const list = listHref(specification, entity.key);
  return {
    heading: screen.title,
    columns: board.columns.map(({ state, records, count, more }) => ({
      state,
      title: stateTitle(entity, state),
      tone: getLifecycleCourse(entity).stateTone(state),
      count,
      more,
      href: `${list}?state=${encodeURIComponent(state)}`,
      cards: records.map((record) => ({
        id: record.id,
        href: recordHref(specification, entity.key, record.id),
        title: record.title || record.number || entity.title,
        cells: shows.map((show) => show(record)),
        // What is at its end does not wait any more.
        ...(!finals.has(state) && { since: showStateSince(record, { now, t }) }),
      })),
    })),
    ...(mayOpen && {
      open: {
        href: newHref(specification, entity.key),
        title: t('form.new', { entity: entityInSentence(entity.title, specification, t) }),
      },
    }),
    list,
  };
}
