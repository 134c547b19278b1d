import type { RecordPage } from '#views/view-models/record.js';
import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import type { Entity } from '#specification/model/specification.js';
import type { StateTone } from '#specification/model/tones.js';

/** Tones of states that are listed only once reached. */
const EXITS: readonly StateTone[] = ['bad', 'stopped'];

interface Reached {
  readonly state: string;
  /** States visited before. */
  readonly reached: ReadonlySet<string>;
}

/** A record in an exit state has no further steps. */
export function presentLifecycleSteps(entity: Entity, { state, reached }: Reached): RecordPage['states'] {
  const isExit = (key: string) => EXITS.includes(getLifecyclePresentation(entity).stateTone(key));
  const steps = entity.lifecycle.states.map(({ key, title }) => ({
    key,
    title,
    reached: key === state || reached.has(key),
  }));
  const way = steps.filter(({ key }) => !isExit(key));
  const exits = steps.filter((step) => isExit(step.key) && step.reached);
  const earlierExits = exits.filter(({ key }) => key !== state);
  if (isExit(state))
    return [
      ...way.filter((step) => step.reached),
      ...earlierExits,
      ...exits.filter(({ key }) => key === state),
    ];
  const last = way.findLastIndex((step) => step.reached);
  return [...way.slice(0, last + 1), ...earlierExits, ...way.slice(last + 1)];
}
