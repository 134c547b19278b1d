// Collection `notices`: one document per mail and recipient with a notice page.
import type { RecordRef } from '#domain/stream-names.js';

export interface NoticeDocument {
  readonly id: string;
  readonly position: number;
  readonly person: string;
  readonly at: string;
  readonly record: Pick<RecordRef, 'application' | 'entity' | 'id'>;
  readonly call: string;
  readonly sent: unknown;
}

export const NOTICES_COLLECTION = 'notices';
