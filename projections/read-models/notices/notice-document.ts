// Read model `notices`: collection `notices`, one document for each person who finds a mail on their page.
import type { RecordRef } from '#domain/stream-names.js';

export interface NoticeDocument {
  /** Zero-padded position and the person: ids sort as the log does. */
  readonly id: string;
  readonly position: number;
  readonly person: string;
  readonly at: string;
  readonly record: Pick<RecordRef, 'application' | 'entity' | 'id'>;
  /** Name of the mail in section 7. */
  readonly call: string;
  /** What it says; sealed where it tells of people. */
  readonly sent: unknown;
}

export const NOTICES_COLLECTION = 'notices';
