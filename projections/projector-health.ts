// What a projector says about itself and about what it wrote.
import type { Recorded } from '../src/domain/event.js';

/** new → booting (catching up) → active; paused; failed: an event broke it, or its data cannot be read. */
export type ProjectorState = 'new' | 'booting' | 'active' | 'paused' | 'failed';

export interface Failure {
  readonly error: Error;
  /** The event that broke it; undefined: the read model itself is broken. */
  readonly event?: Recorded;
}

export interface Health {
  readonly projection: string;
  readonly version: number;
  readonly state: ProjectorState;
  /** Number of the generation that pages are served from; undefined: there is none that can be read. */
  readonly generation: number | undefined;
  /** Position of the last event that pages can see. */
  readonly position: number;
  /** While a new generation fills beside the one that is served: how far that is. */
  readonly building?: number;
  readonly head: number;
  /** Positions between the two. */
  readonly lag: number;
  /** ISO 8601 instant of the last write; null: none since the start. */
  readonly lastProgressAt: string | null;
  readonly loopAlive: boolean;
  /** writing: this process builds the read models; following: it reads what another one builds. */
  readonly role: 'writing' | 'following';
  /** The process that builds them, in words; undefined: none, or not known. */
  readonly writer?: string;
  readonly failure?: Failure;
  /** What is being waited for, such as a store that cannot be reached. */
  readonly trouble?: string;
  /** Events that were left out because somebody said so. */
  readonly skipped: number;
}

/** What has just been stored: documents and checkpoint. */
export interface Written {
  readonly projection: string;
  readonly position: number;
  readonly documents: readonly { readonly collection: string; readonly id: string }[];
  readonly streams: readonly string[];
}
