// Where something stands in a document, and what is wrong with it there.

export type SectionNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** Where something stands in the document. Lines and columns count from 1. */
export interface SourceLocation {
  readonly section: SectionNumber;
  readonly line: number;
  readonly column: number;
}

/** What is wrong in a document, where, and what would be right. */
export interface Diagnostic {
  readonly line: number;
  readonly column: number;
  /** `no field `amout` in Request` */
  readonly message: string;
  /** `did you mean `amount`?` */
  readonly remedy?: string;
}
