export interface ReadMarkers {
  /** Position; undefined: nothing marked as read. */
  readUpTo(person: string): Promise<number | undefined>;
  /** Never moves back. */
  markReadUpTo(person: string, position: number): Promise<void>;
  forgetReader(person: string): Promise<void>;
}
