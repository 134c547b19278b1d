// Beside the read models, as it is no part of the log.

export interface BackgroundCheckpoints {
  /** A position, or a version; undefined: none recorded. */
  backgroundCheckpoint(name: string): Promise<number | undefined>;
  recordBackgroundCheckpoint(name: string, reached: number): Promise<void>;
  /** Does nothing where none, or a later one, is recorded. */
  advanceBackgroundCheckpoint(name: string, reached: number): Promise<void>;
}
