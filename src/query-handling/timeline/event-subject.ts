import type { TimelineEntry } from '#projections/read-models/timeline/timeline-projection.js';
import { parseRecordStream, parseUserStream, type RecordRef } from '#domain/stream-names.js';

export const parseSubjectRecord = ({ subject }: Pick<TimelineEntry, 'subject'>): RecordRef | undefined =>
  parseRecordStream(subject ?? '');

export const parseSubjectPerson = ({ subject }: TimelineEntry): string | undefined =>
  parseUserStream(subject ?? '');
