import { callsProjection, callsIndexes } from './read-models/calls/calls-projection.js';
import { deputiesProjection, deputiesIndexes } from './read-models/deputies/deputies-projection.js';
import { identitiesProjection, identitiesIndexes } from './read-models/identities/identities-projection.js';
import { noticesProjection, noticesIndexes } from './read-models/notices/notices-projection.js';
import { peopleProjection, peopleIndexes } from './read-models/people/people-projection.js';
import { timersProjection, timersIndexes } from './read-models/timers/timers-projection.js';
import { tokensProjection, tokensIndexes } from './read-models/tokens/tokens-projection.js';
import { viewsProjection, viewsIndexes } from './read-models/views/views-projection.js';
import type { AnyProjection } from './port/projection.js';
import type { CollectionIndexes } from './port/query.js';
import { recordsProjection } from './read-models/records/records-projection.js';
import {
  specificationsProjection,
  specificationsIndexes,
} from './read-models/specifications/specifications-projection.js';
import { timelineProjection, timelineIndexes } from './read-models/timeline/timeline-projection.js';

export const allProjections = [
  recordsProjection,
  timelineProjection,
  specificationsProjection,
  peopleProjection,
  callsProjection,
  deputiesProjection,
  timersProjection,
  noticesProjection,
  viewsProjection,
  tokensProjection,
  identitiesProjection,
] as unknown as readonly AnyProjection[];

/** Indexes that need no specification; for records see records-read-model.ts. */
export const fixedIndexes: Readonly<Record<string, CollectionIndexes>> = {
  timeline: timelineIndexes,
  specifications: specificationsIndexes,
  people: peopleIndexes,
  calls: callsIndexes,
  deputies: deputiesIndexes,
  timers: timersIndexes,
  notices: noticesIndexes,
  views: viewsIndexes,
  tokens: tokensIndexes,
  identities: identitiesIndexes,
};
