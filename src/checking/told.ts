// What the thread that checks documents is told, and what it tells.
import type { Problem } from '../specification/specification.js';

export interface Told {
  readonly number: number;
  readonly text: string;
  /** To be compared with: the version before. */
  readonly before?: string;
}

export interface Tells {
  readonly number: number;
  /** Empty: it may be published, as far as was asked. */
  readonly problems: readonly Problem[];
  /** Of the application; only where the document is valid. */
  readonly key?: string;
  readonly name?: string;
}
