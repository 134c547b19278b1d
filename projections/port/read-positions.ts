// How far people have read what was changed, beside the read models: it says nothing of a record, and is no part of what an audit looks at.

export interface ReadPositions {
  /** Position of the log; undefined: the person has marked nothing as read. */
  readUpTo(person: string): Promise<number | undefined>;
  /** Of two processes the later position stands: it never goes back. */
  markReadUpTo(person: string, position: number): Promise<void>;
  /** Once the person is erased. */
  forgetReader(person: string): Promise<void>;
}
