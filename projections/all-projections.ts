// The read models of Daybook, by name.
import { callsProjection, callsShape } from './calls/calls-projection.js';
import { deputiesProjection, deputiesShape } from './deputies/deputies-projection.js';
import { peopleProjection, peopleShape } from './people/people-projection.js';
import { timersProjection, timersShape } from './timers/timers-projection.js';
import type { AnyProjection } from './port/projection.js';
import type { Shape } from './port/query.js';
import { recordsProjection } from './records/records-projection.js';
import { specificationsProjection, specificationsShape } from './specifications/specifications-projection.js';
import { timelineProjection, timelineShape } from './timeline/timeline-projection.js';

export const allProjections = [
  recordsProjection,
  timelineProjection,
  specificationsProjection,
  peopleProjection,
  callsProjection,
  deputiesProjection,
  timersProjection,
] as unknown as readonly AnyProjection[];

/** Shapes that do not depend on a specification; the records' do: see records-shape.ts. */
export const fixedShapes: Readonly<Record<string, Shape>> = {
  timeline: timelineShape,
  specifications: specificationsShape,
  people: peopleShape,
  calls: callsShape,
  deputies: deputiesShape,
  timers: timersShape,
};
