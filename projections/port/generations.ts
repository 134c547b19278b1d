// What governs the generations of read models: which there are, and which one pages are served from.
import type { Generation, GenerationInfo } from './generation.js';
import type { ShapeOf } from './query.js';

/** See `Generations.condemn`. */
export const QUARANTINED_VERSION = 0;

/** Documents in which a generation differs from what the events make of them. */
export interface FoundDifferences {
  readonly generation: number;
  readonly differences: number;
}

export interface Generations {
  /** The generation pages are served from; undefined before the first was made. */
  active(projection: string): Promise<GenerationInfo | undefined>;
  generations(projection?: string): Promise<readonly GenerationInfo[]>;
  create(projection: string, version: number): Promise<GenerationInfo>;
  /**
   * `bulk`: for filling a new generation quickly. Nobody else may open it meanwhile, indexes and search come with `reshape`.
   * `token`: to write under a lease. From here on, handles with a smaller token, or with none, write nothing any more.
   * Throws `DamagedGeneration` when its data cannot be read, `GenerationInUse` when another process fills it in bulk,
   * `WrittenElsewhere` when it was opened with a greater token already.
   */
  open(
    projection: string,
    number: number,
    shapeOf: ShapeOf,
    options?: { readonly bulk?: boolean; readonly token?: number },
  ): Promise<Generation>;
  /**
   * Makes it the active one; the one before becomes `kept`. `found`: what a comparison found about another one, kept with that one in
   * the same write.
   */
  activate(projection: string, number: number, found?: FoundDifferences): Promise<void>;
  drop(projection: string, number: number): Promise<void>;
  /**
   * Its data turned out to be damaged: from now on it counts as built by version `CONDEMNED`, which no projection has. So whoever
   * builds read models builds another one, and pages read this one as far as they can until then.
   */
  quarantine(projection: string, number: number): Promise<void>;
  /** Calls back after generations were activated or dropped, by whichever process. Returns what ends it. */
  onChange(listener: () => void): () => void;
}
