// Query: how much is unread by one person: records that others have changed, and notices.
import {
  createNoticesReadModel,
  noticesProjection,
} from '#projections/read-models/notices/notices-projection.js';
import { timelineProjection } from '#projections/read-models/timeline/timeline-projection.js';
import { countPerPerson, type Count } from '../counts-per-person.js';
import { countChangedRecords } from './changed-records.js';

/** More are shown as `99+`. */
const MOST_COUNTED = 99;

export const countUnread = countPerPerson<Count>({
  from: [timelineProjection.name, noticesProjection.name],
  dependsOn: ({ readPositions }, { id }) => readPositions.readUpTo(id),
  async count(sources, viewer) {
    const readUpTo = (await sources.readPositions.readUpTo(viewer.id)) ?? 0;
    const [changed, notices] = await Promise.all([
      countChangedRecords(sources, viewer),
      createNoticesReadModel(sources.readModels).countAfter(viewer.id, readUpTo, MOST_COUNTED + 1),
    ]);
    const count = changed.count + notices.count;
    const isMore = changed.more || notices.more || count > MOST_COUNTED;
    return { count: Math.min(count, MOST_COUNTED), more: isMore };
  },
});
