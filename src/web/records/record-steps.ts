// The steps above a record: the states of its lifecycle in order, with an exit where the record left the way.
import type { RecordPage } from '#views/view-models/record.js';
import { getLifecycleCourse } from '#specification/model/lifecycle-course.js';
import type { Entity } from '#specification/model/specification.js';
import type { StateTone } from '#specification/model/tones.js';

/** Tones of states that stand among the steps only once they were reached. */
const EXITS: readonly StateTone[] = ['bad', 'stopped'];

interface Reached {
  /** Key of the state the record is in. */
  readonly state: string;
  /** Keys of those it was in before. */
  readonly reached: ReadonlySet<string>;
}

/** A record that has left the way has no steps to come. */
export function lifecycleSteps(entity: Entity, { state, reached }: Reached): RecordPage['states'] {
  const isExit = (key: string) => EXITS.includes(getLifecycleCourse(entity).stateTone(key));
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
