import { Query } from '@nestjs/cqrs';
import {
  createNoticesReadModel,
  noticesProjection,
} from '#projections/read-models/notices/notices-projection.js';
import { timelineProjection } from '#projections/read-models/timeline/timeline-projection.js';
import { memoizeCountPerPerson, type Count } from '../memoize-count-per-person.js';
import type { Viewer } from '../viewer.js';
import { countChangedRecords } from './changed-records.js';

/** Shown as `99+`. */
const MAX_COUNTED = 99;

export class CountUnread extends Query<Count> {
  constructor(readonly viewer: Viewer) {
    super();
  }
}

export const countUnread = memoizeCountPerPerson<Count>({
  from: [timelineProjection.name, noticesProjection.name],
  dependsOn: ({ readPositions }, { id }) => readPositions.readUpTo(id),
  async count(sources, viewer) {
    const readUpTo = (await sources.readPositions.readUpTo(viewer.id)) ?? 0;
    const [changed, notices] = await Promise.all([
      countChangedRecords(sources, viewer),
      createNoticesReadModel(sources.readModels).countAfter(viewer.id, readUpTo, MAX_COUNTED + 1),
    ]);
    const count = changed.count + notices.count;
    const isMore = changed.more || notices.more || count > MAX_COUNTED;
    return { count: Math.min(count, MAX_COUNTED), more: isMore };
  },
});
