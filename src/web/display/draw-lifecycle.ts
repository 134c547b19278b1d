import type { Translate } from '#views/messages/translate.js';
import type { ProcessMapFigure } from '#views/view-models/process-map.js';
import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import type { Entity } from '#specification/model/specification.js';
import { formatMoveTitle } from './move-title.js';

const WEIGHT = 0.15;
/** More arrows hide the process. */
const MAX_ARROWS = 24;

/** Draws the lifecycle that a specification describes, without numbers of records; undefined for a single state. */
export function drawLifecycle(
  entity: Entity,
  t: Translate,
): { readonly figure: ProcessMapFigure; readonly isWhole: boolean } | undefined {
  const { states } = entity.lifecycle;
  if (states.length < 2) return undefined;
  const { stateTone } = getLifecyclePresentation(entity);
  const all = listArrows(entity, t);
  const isWhole = all.length <= MAX_ARROWS;
  const figure = {
    label: t('map.lifecycle', { entity: entity.title, states: states.length }),
    states: states.map(({ key, title }) => ({ key, title, tone: stateTone(key), below: '' })),
    moves: (isWhole ? all : all.filter(({ isUsual }) => isUsual)).map(({ from, to, titles }) => ({
      fromKey: from,
      toKey: to,
      title: titles.join(', '),
      below: '',
      weight: WEIGHT,
    })),
  };
  return { figure, isWhole };
}

interface LifecycleArrow {
  /** '': creation. */
  readonly from: string;
  readonly to: string;
  readonly titles: string[];
  /** Documents list the usual state of an action first. */
  isUsual: boolean;
}

/** One arrow per pair of states. */
function listArrows(entity: Entity, t: Translate): readonly LifecycleArrow[] {
  const { initial, actions } = entity.lifecycle;
  const created = { from: '', to: initial, titles: [t('map.opened')], isUsual: true };
  const arrows = new Map<string, LifecycleArrow>([[`>${initial}`, created]]);
  for (const { key, from: states, to } of actions)
    states.forEach((from, index) => {
      if (to === undefined || to === from) return;
      const arrow = arrows.get(`${from}>${to}`) ?? { from, to, titles: [], isUsual: false };
      arrow.titles.push(formatMoveTitle({ from, action: key, to }, entity, t));
      arrow.isUsual ||= index === 0;
      arrows.set(`${from}>${to}`, arrow);
    });
  return [...arrows.values()];
}
