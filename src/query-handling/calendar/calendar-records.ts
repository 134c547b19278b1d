import { Query } from '@nestjs/cqrs';
import type { CalendarFields } from '#specification/model/specification.js';
import { type ReferenceNames } from '../names/find-names.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { type RecordsQuestion } from '../records/records-view.js';

export interface CalendarQuestion extends RecordsQuestion {
  readonly calendar: CalendarFields;
}

/** Days of the application's time zone; `after` is exclusive. */
export interface DayRange {
  readonly first: string;
  readonly after: string;
}

export interface VisibleCalendarEntry {
  readonly record: VisibleRecord;
  readonly from: string;
  /** undefined: missing, hidden or before the start. */
  readonly until?: string;
}

export interface CalendarRecords {
  /** Earliest first. */
  readonly entries: readonly VisibleCalendarEntry[];
  /** Columns hold days, not instants. */
  readonly isDay: boolean;
  readonly more: boolean;
  /** Records are evaluated one by one, up to a limit. */
  readonly partly: boolean;
  readonly outdated: readonly string[];
  readonly names: ReferenceNames;
}

export class ListCalendarRecords extends Query<CalendarRecords> {
  constructor(
    readonly question: CalendarQuestion,
    readonly days: DayRange,
    readonly limit: number,
  ) {
    super();
  }
}
