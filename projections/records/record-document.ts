// Read model `records`: one collection per application and entity (`purchasing.Request`), one document per record.
import type { Fields } from '#specification/value.js';

export interface RecordDocument {
  readonly id: string;
  readonly position: number;
  readonly application: string;
  readonly entity: string;
  /** Version of the record's stream: goes into forms, and comes back as `seen`. */
  readonly version: number;
  readonly number: string | null;
  readonly title: string;
  readonly state: string;
  /** Stored values; personal ones still sealed. */
  readonly fields: Fields;
  /** Folded texts to sort by (case and accents do not count): title, number and text fields. */
  readonly sort: Readonly<Record<string, string>>;
  readonly openedBy: string;
  readonly openedAt: string;
  readonly changedBy: string;
  readonly changedAt: string;
  readonly assignee: string | null;
  readonly comments: number;
  /** Version of the specification it was last moved under. */
  readonly specification: number;
}

export const recordsCollection = (application: string, entity: string) => `${application}.${entity}`;
