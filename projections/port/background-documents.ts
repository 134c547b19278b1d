// State of background work that pages show. Beside the read models, as it is no part of the log.

export interface BackgroundDocument<Content = unknown> {
  readonly id: string;
  /** From 1; grows with every change. */
  readonly revision: number;
  /** JSON. */
  readonly content: Content;
}

export interface BackgroundDocuments {
  /** Sorted by id. */
  backgroundDocuments(kind: string): Promise<readonly BackgroundDocument[]>;
  backgroundDocument(kind: string, id: string): Promise<BackgroundDocument | undefined>;
  /** false: its revision is another one (0: there is none). */
  changeBackgroundDocument(kind: string, change: BackgroundDocument): Promise<boolean>;
  removeBackgroundDocument(kind: string, id: string): Promise<void>;
}
