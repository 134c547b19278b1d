// Read model `notices`: collection `notices`, one document per mail and recipient with a notice page.
import type { RecordRef } from '#domain/stream-names.js';

export interface NoticeDocument {
  /** Zero-padded position and person: sorts as the log does. */
  readonly id: string;
  readonly position: number;
  readonly person: string;
  readonly at: string;
  readonly record: Pick<RecordRef, 'application' | 'entity' | 'id'>;
  readonly call: string;
  /** The message; sealed where it has personal data. */
  readonly sent: unknown;
}

export const NOTICES_COLLECTION = 'notices';
