// Names of streams. The part before the first '-' is the category EventStoreDB groups by.
export const streams = {
  record: (application: string, entity: string, id: string) => `${application}.${entity}-${id}`,
  specification: (application: string) => `specification-${application}`,
  user: (id: string) => `user-${id}`,
  /** Who took which sequence of a numbering, for instance of `PR-2026-`. */
  number: (application: string, entity: string, scope: string) => `${application}.${entity}.number-${scope}`,
  /** Who holds a value of a unique field; the digest is hex SHA-256 of the folded value. */
  unique: (application: string, entity: string, field: string, digest: string) =>
    `${application}.${entity}.${field}.unique-${digest}`,
  /** Who signs in by this name; the digest is a keyed hash, so that erased people leave no name behind. */
  signInName: (digest: string) => `sign-in-name-${digest}`,
};

export interface RecordStream {
  readonly application: string;
  readonly entity: string;
  readonly id: string;
}

const RECORD = /^([a-z][a-z0-9]*)\.([A-Za-z][A-Za-z0-9]*)-([0-9a-f]{8}-[0-9a-f-]{27})$/;

export function parseRecordStream(stream: string): RecordStream | undefined {
  const match = RECORD.exec(stream);
  return match ? { application: match[1]!, entity: match[2]!, id: match[3]! } : undefined;
}
