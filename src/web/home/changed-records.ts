import type { Translate } from '#views/messages/translate.js';
import type { ChangedRow, ChangedRecordList } from '#views/view-models/changes-by-others.js';
import type { ChangedRecord, ChangedRecords } from '#query-handling/notifications/changed-records.js';
import type { Viewer } from '#query-handling/viewer.js';
import { recordHref } from '../addresses/page-addresses.js';
import { calculateElapsedTime } from '../display/elapsed-time.js';
import type { TimelineContext } from '../timeline/timeline-context.js';
import { timelineItem } from '../timeline/timeline-item.js';
import { createTimelineContext } from '../timeline/timeline-context.js';

/** `now`: ISO 8601. */
export function presentChangedRecords(
  { items, names, published, more, upTo }: ChangedRecords,
  { viewer, now, t }: { readonly viewer: Viewer; readonly now: string; readonly t: Translate },
): ChangedRecordList {
  const context = createTimelineContext(viewer, { names, published, subjects: false, t });
  return { rows: items.map((item) => changedRow(item, context, now)), more, upTo };
}

function changedRow(
  { published: { specification }, entity, record, event }: ChangedRecord,
  context: TimelineContext,
  now: string,
): ChangedRow {
  const { t } = context;
  const { who, verb, quoted, takesObject, at } = timelineItem(event, context);
  return {
    id: record.id,
    href: recordHref(specification, entity.key, record.id),
    number: record.number,
    title: record.title,
    entity: entity.title,
    application: specification.name,
    who,
    did: quoted ? t('changes.did', { action: verb }) : takesObject ? t('changes.didIt', { did: verb }) : verb,
    at,
    ago: calculateElapsedTime(at, now),
  };
}
