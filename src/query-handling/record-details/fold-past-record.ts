import type { RecordDocument } from '#projections/read-models/records/record-document.js';
import { recordsProjection } from '#projections/read-models/records/records-projection.js';
import type { IsEventSkippedInDocument } from '#projections/projector/event-targets.js';
import { getEffectiveTime, type RecordedEvent } from '#domain/event.js';
import type { RecordMoment } from './view-past-record.js';

export interface PastFold {
  readonly document?: RecordDocument;
  /** 0: none. */
  readonly position: number;
}

/**
 * Ends before the first event that is later, or that the read model cannot fold. What admins left out of the record of
 * today is left out here, too.
 */
export function foldPastRecord(
  events: readonly RecordedEvent[],
  moment: RecordMoment,
  isLeftOut: IsEventSkippedInDocument,
): PastFold {
  const end = events.findIndex((event) => isAfter(event, moment));
  let past: PastFold = { position: 0 };
  for (const event of end === -1 ? events : events.slice(0, end)) {
    try {
      const [target] = recordsProjection.targets(event);
      const document =
        target && !isLeftOut(event, target)
          ? recordsProjection.apply(past.document, event, target)
          : past.document;
      past = { ...(document && { document }), position: event.position };
    } catch {
      return { ...past, position: event.position };
    }
  }
  return past;
}

const isAfter = (event: RecordedEvent, moment: RecordMoment): boolean =>
  'position' in moment ? event.position > moment.position : getEffectiveTime(event) >= moment.before;
