import type { Translate } from '#views/messages/translate.js';
import type { MapMove, MapState, ProcessMapFigure } from '#views/view-models/process-map.js';
import { parseTrace, type MoveKey, type Trace } from '#domain/record/lifecycle/trace.js';
import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import type { Entity } from '#specification/model/specification.js';
import { getStateTitle } from '../display/display-value.js';
import { formatMoveTitle } from '../display/move-title.js';

/** Titles of more steps do not fit in a row. */
const MAX_STEPS = 8;
/** A longer drawing is unreadable; the history lists all moves. */
const MAX_DRAWN = 60;

/** undefined: the row of states suffices, or the read model predates moves. */
export function drawRecordWay(
  entity: Entity,
  { state, trace }: { readonly state: string; readonly trace: Trace | undefined },
  t: Translate,
): ProcessMapFigure | undefined {
  if (trace === undefined || entity.lifecycle.states.length < 2) return undefined;
  const made = parseTrace(trace).moves.filter(({ from, to }) => from !== '' && from !== to);
  const returns =
    new Set(made.map(({ to }) => to)).size < made.length ||
    made.some(({ to }) => to === entity.lifecycle.initial);
  if ((entity.lifecycle.states.length <= MAX_STEPS && !returns) || made.length > MAX_DRAWN) return undefined;
  const open = entity.lifecycle.actions.flatMap(({ key, from, to }): readonly MoveKey[] =>
    from.includes(state) && to !== undefined && to !== state ? [{ from: state, action: key, to }] : [],
  );
  const moves = [...listArrows(made, true, entity, t), ...listArrows(open, false, entity, t)];
  const visited = new Set([...made.flatMap(({ from, to }) => [from, to]), state]);
  const keys = new Set([...visited, ...open.map(({ to }) => to)]);
  const ordered = [...entity.lifecycle.states.map(({ key }) => key).filter((key) => keys.has(key)), ...keys];
  return {
    label: t('map.wayOfRecord'),
    states: [...new Set(ordered)].map((key): MapState => ({
      key,
      title: getStateTitle(entity, key),
      tone: getLifecyclePresentation(entity).stateTone(key),
      below: '',
      visit: key === state ? 'current' : visited.has(key) ? 'past' : 'none',
    })),
    moves,
  };
}

/** One arrow per pair of states. */
function listArrows(
  moves: readonly MoveKey[],
  isMade: boolean,
  entity: Entity,
  t: Translate,
): readonly MapMove[] {
  const arrows = new Map<string, { move: MoveKey; titles: Set<string>; count: number }>();
  for (const move of moves) {
    const ends = `${move.from}>${move.to}`;
    const arrow = arrows.get(ends) ?? { move, titles: new Set(), count: 0 };
    arrow.titles.add(formatMoveTitle(move, entity, t));
    arrow.count += 1;
    arrows.set(ends, arrow);
  }
  return [...arrows.values()].map(({ move: { from, to }, titles, count }) => ({
    fromKey: from,
    toKey: to,
    title: [...titles].join(', '),
    below: isMade && count > 1 ? t('map.times', { count }) : '',
    weight: isMade ? 0.25 : 0,
    isMade,
  }));
}
