// What a projection is doing, what it failed at, and how far it has written.
import type { Recorded } from '../src/domain/event.js';

/** new → booting (catching up) → active; paused; failed: an event broke it, or its data cannot be read. */
export type ProjectorState = 'new' | 'booting' | 'active' | 'paused' | 'failed';

export interface Failure {
  readonly error: Error;
  /** The event that broke it; undefined: the read model itself is broken. */
  readonly event?: Pick<Recorded, 'position' | 'id' | 'type'>;
}

/** What has just been stored: documents and checkpoint. */
export interface Written {
  readonly projection: string;
  readonly position: number;
  readonly documents: readonly { readonly collection: string; readonly id: string }[];
  readonly streams: readonly string[];
}
