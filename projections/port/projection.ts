// A read model is a pure fold: (document, event) → document. Everything else (storage, checkpoints, rebuilds) is the projector's.
import type { Recorded } from '#domain/event.js';
import type { Json } from './query.js';

export interface Document {
  readonly id: string;
  /** Position of the last event folded in: an older event is skipped, so that a batch applied twice changes nothing. */
  readonly position: number;
}

export interface DocumentKey {
  readonly collection: string;
  readonly id: string;
}

export interface Projection<Doc extends Document = Document> {
  readonly name: string;
  /** Counted up when `apply` changes: a new version is built beside the old one. */
  readonly version: number;
  /** Every event makes documents of its own, which never change: none has to be read before. */
  readonly appendOnly?: boolean;
  /** How the types of its events begin; left out: it is asked about every event. Any other type is none of its business. */
  readonly types?: readonly string[];
  /** Which documents an event belongs to, each once, mostly one; none = not mine. They are stored in this order, or none of them. */
  targets(event: Recorded): readonly DocumentKey[];
  /** Pure. Returns undefined to remove. Ignores events for a missing document, except the one that creates it. */
  apply(document: Doc | undefined, event: Recorded, target: DocumentKey): Doc | undefined;
}

export type AnyProjection = Projection<Document & Record<string, Json | undefined>>;

/** Whether events of a type are its business. A log has many events, and few types: each of these is looked at once. */
export function takesTypes({ types }: Pick<AnyProjection, 'types'>): (type: string) => boolean {
  if (!types) return () => true;
  const known = new Map<string, boolean>();
  return (type) => {
    const before = known.get(type);
    if (before !== undefined) return before;
    const takes = types.some((beginning) => type.startsWith(beginning));
    known.set(type, takes);
    return takes;
  };
}
