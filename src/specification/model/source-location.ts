export type SectionNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** Lines and columns count from 1. */
export interface SourceLocation {
  readonly section: SectionNumber;
  readonly line: number;
  readonly column: number;
}
