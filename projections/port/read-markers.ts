// How far persons have read the news. Not part of records or audits.

export interface ReadMarkers {
  /** Position of the log; undefined: nothing marked as read. */
  readUpTo(person: string): Promise<number | undefined>;
  /** Never moves back. */
  markReadUpTo(person: string, position: number): Promise<void>;
  /** Called when the person is erased. */
  forgetReader(person: string): Promise<void>;
}
