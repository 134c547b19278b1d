// What does not fit of a trace, at its line of the log.
export interface TraceMisfit {
  readonly line: number;
  readonly message: string;
  readonly remedy?: string;
  /** What others of its kind have in common, where the message names a value. */
  readonly cause?: string;
}
