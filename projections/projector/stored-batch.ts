/** What was just stored. */
export interface StoredBatch {
  readonly projection: string;
  readonly position: number;
  readonly documents: readonly { readonly collection: string; readonly id: string }[];
  readonly streams: readonly string[];
}
