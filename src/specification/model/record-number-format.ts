// How the records of an entity are numbered.
import type { SourceLocation } from './source-location.js';

export interface RecordNumberFormat {
  /** `PR-{year}-{seq:4}` */
  readonly source: string;
  readonly place: SourceLocation;
  /** How many digits a sequence has at least: 4 of `PR-{year}-{seq:4}`. */
  readonly digits: number;
  /** The counter this number is drawn from: everything but the sequence, `PR-2026-`. */
  scope(year: number): string;
  format(year: number, sequence: number): string;
}
