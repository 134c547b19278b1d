// How the records of an entity are numbered.
import type { Place } from './specification-place.js';

export interface NumberFormat {
  /** `PR-{year}-{seq:4}` */
  readonly source: string;
  readonly place: Place;
  /** The counter this number is drawn from: everything but the sequence, `PR-2026-`. */
  scope(year: number): string;
  format(year: number, sequence: number): string;
}
