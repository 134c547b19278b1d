export interface WrittenBatch {
  readonly projection: string;
  readonly position: number;
  readonly documents: readonly { readonly collection: string; readonly id: string }[];
  readonly streams: readonly string[];
}
