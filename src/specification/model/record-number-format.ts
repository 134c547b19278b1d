import type { SourceLocation } from './source-location.js';

export interface RecordNumberFormat {
  readonly source: string;
  readonly place: SourceLocation;
  /** Minimum; 4 of `PR-{year}-{seq:4}`. */
  readonly digits: number;
  /** Everything but the sequence: `PR-2026-`. */
  scope(year: number): string;
  format(year: number, sequence: number): string;
}
