// All projections.
import { callsProjection, callsShape } from './read-models/calls/calls-projection.js';
import { deputiesProjection, deputiesShape } from './read-models/deputies/deputies-projection.js';
import { noticesProjection, noticesShape } from './read-models/notices/notices-projection.js';
import { peopleProjection, peopleShape } from './read-models/people/people-projection.js';
import { timersProjection, timersShape } from './read-models/timers/timers-projection.js';
import type { AnyProjection } from './port/projection.js';
import type { CollectionShape } from './port/query.js';
import { recordsProjection } from './read-models/records/records-projection.js';
import {
  specificationsProjection,
  specificationsShape,
} from './read-models/specifications/specifications-projection.js';
import { timelineProjection, timelineShape } from './read-models/timeline/timeline-projection.js';

export const allProjections = [
  recordsProjection,
  timelineProjection,
  specificationsProjection,
  peopleProjection,
  callsProjection,
  deputiesProjection,
  timersProjection,
  noticesProjection,
] as unknown as readonly AnyProjection[];

/** Shapes that need no specification; for records see records-read-model.ts. */
export const fixedShapes: Readonly<Record<string, CollectionShape>> = {
  timeline: timelineShape,
  specifications: specificationsShape,
  people: peopleShape,
  calls: callsShape,
  deputies: deputiesShape,
  timers: timersShape,
  notices: noticesShape,
};
