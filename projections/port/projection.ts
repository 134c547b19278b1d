// A read model is a pure fold: (document, event) → document. Everything else (storage, checkpoints, rebuilds) is the projector's.
import type { Recorded } from '#domain/event.js';
import type { Json } from './query.js';

export interface Document {
  readonly id: string;
  /** Position of the last event folded in: an older event is skipped, so that a batch applied twice changes nothing. */
  readonly position: number;
}

export interface Target {
  readonly collection: string;
  readonly id: string;
}

export interface Projection<Doc extends Document = Document> {
  readonly name: string;
  /** Counted up when `apply` changes: a new version is built beside the old one. */
  readonly version: number;
  /** Every event makes a document of its own, which never changes: none has to be read before. */
  readonly appendOnly?: boolean;
  /** Which document an event belongs to; undefined = not mine. */
  target(event: Recorded): Target | undefined;
  /** Pure. Returns undefined to remove. Ignores events for a missing document, except the one that creates it. */
  apply(document: Doc | undefined, event: Recorded): Doc | undefined;
}

export type AnyProjection = Projection<Document & Record<string, Json | undefined>>;
