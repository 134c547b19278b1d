import type { Generation, GenerationInfo } from './generation.js';
import type { FindIndexes } from './query.js';

/** See `Generations.quarantine`. */
export const QUARANTINED_VERSION = 0;

/** Between a generation and the fold of the log. */
export interface FoundDifferences {
  readonly generation: number;
  readonly differences: number;
}

export type KnownGeneration = Pick<GenerationInfo, 'number' | 'version' | 'state'>;

export interface Generations {
  /** undefined: none yet. */
  active(projection: string): Promise<GenerationInfo | undefined>;
  generations(projection?: string): Promise<readonly GenerationInfo[]>;
  create(projection: string, version: number): Promise<GenerationInfo>;
  /** Atomic among all processes. undefined: `isThere` holds for a generation of the projection. */
  createUnless(
    projection: string,
    version: number,
    isThere: (known: KnownGeneration) => boolean,
  ): Promise<GenerationInfo | undefined>;
  /** `bulk`: exclusive; indexes follow with `reshape`. `token` fences off smaller ones. Throws `DamagedGeneration`, `GenerationInUse`, `WrittenElsewhere`. */
  open(
    projection: string,
    number: number,
    shapeOf: FindIndexes,
    options?: { readonly bulk?: boolean; readonly token?: number },
  ): Promise<Generation>;
  /** The former one becomes `kept`. `found`: of another generation, stored in the same write. */
  activate(projection: string, number: number, found?: FoundDifferences): Promise<void>;
  drop(projection: string, number: number): Promise<void>;
  /** Its version becomes `QUARANTINED_VERSION`: a new generation is built, while pages read this one as far as possible. */
  quarantine(projection: string, number: number): Promise<void>;
  /** After any process activates or drops a generation. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
}
