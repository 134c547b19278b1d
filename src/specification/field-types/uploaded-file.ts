// A file that was uploaded and stands in nothing yet, as a command brings it along. Whoever made it has looked at the bytes: no JSON
// that comes in can be taken for one.
import type { InvalidValue } from './parse-result.js';

interface StoredUpload {
  /** Endings that a file with these bytes may have, the usual one first. */
  readonly endings: readonly string[];
  /** What the store calls it. */
  readonly upload: string;
  /** Where it is sealed: with what. */
  readonly key?: string;
  /** By which whoever uploaded it names it again. */
  readonly reference: string;
  /** Field it was uploaded to: `purchasing.Request.quote`. */
  readonly field: string;
}

/** Members are what tells one command from another: the same bytes under the same name are the same. */
export class UploadedFile {
  readonly #kept: StoredUpload;

  constructor(
    readonly sha256: string,
    readonly name: string,
    readonly type: string,
    readonly size: number,
    kept: StoredUpload,
  ) {
    this.#kept = kept;
  }

  get kept(): StoredUpload {
    return this.#kept;
  }
}

/** One whose bytes were not even taken. */
export class RefusedFile {
  constructor(
    readonly name: string,
    readonly wrong: InvalidValue,
  ) {}
}
