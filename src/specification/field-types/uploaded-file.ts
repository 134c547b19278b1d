// An uploaded file that no record contains yet. A class, so that no JSON from outside can pass for one.
import type { InvalidValue } from './parse-result.js';

interface StoredUpload {
  /** Endings that a file with these bytes may have, the usual one first. */
  readonly endings: readonly string[];
  /** What the store calls it. */
  readonly upload: string;
  /** Where it is sealed: with what. */
  readonly key?: string;
  /** The name by which the uploader refers to it. */
  readonly reference: string;
  /** Field it was uploaded to: `purchasing.Request.quote`. */
  readonly field: string;
}

/** Compared by value: same bytes and same name are the same command. */
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

/** A file whose upload was refused. */
export class RefusedFile {
  constructor(
    readonly name: string,
    readonly wrong: InvalidValue,
  ) {}
}
