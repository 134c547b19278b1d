// Port of the generations of read models: which exist, and which one is active.
import type { Generation, GenerationInfo } from './generation.js';
import type { FindShape } from './query.js';

/** See `Generations.quarantine`. */
export const QUARANTINED_VERSION = 0;

/** Documents of a generation that differ from the fold of the log. */
export interface FoundDifferences {
  readonly generation: number;
  readonly differences: number;
}

export interface Generations {
  /** undefined: none yet. */
  active(projection: string): Promise<GenerationInfo | undefined>;
  generations(projection?: string): Promise<readonly GenerationInfo[]>;
  create(projection: string, version: number): Promise<GenerationInfo>;
  /**
   * `bulk`: exclusive, for filling quickly; indexes follow with `reshape`. `token`: fences off handles with a smaller
   * token or none. Throws `DamagedGeneration`, `GenerationInUse` (being filled), `WrittenElsewhere` (greater token).
   */
  open(
    projection: string,
    number: number,
    shapeOf: FindShape,
    options?: { readonly bulk?: boolean; readonly token?: number },
  ): Promise<Generation>;
  /** Activates it; the former one becomes `kept`. `found`: differences of another generation, stored in the same write. */
  activate(projection: string, number: number, found?: FoundDifferences): Promise<void>;
  drop(projection: string, number: number): Promise<void>;
  /**
   * Marks it as damaged: its version becomes `QUARANTINED_VERSION`, so that a new generation is built, while pages
   * read this one as far as possible.
   */
  quarantine(projection: string, number: number): Promise<void>;
  /** Called after any process activates or drops a generation. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
}
