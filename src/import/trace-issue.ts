export interface TraceIssue {
  readonly line: number;
  readonly message: string;
  readonly remedy?: string;
  /** Groups findings whose messages contain values. */
  readonly cause?: string;
}
