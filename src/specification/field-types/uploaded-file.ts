import type { InvalidValue } from './parse-result.js';

interface StoredUpload {
  readonly endings: readonly string[];
  readonly upload: string;
  readonly key?: string;
  readonly reference: string;
  /** `purchasing.Request.quote` */
  readonly field: string;
}

/** Equal bytes and name make the same command. */
export class UploadedFile {
  readonly #stored: StoredUpload;

  constructor(
    readonly sha256: string,
    readonly name: string,
    readonly type: string,
    readonly size: number,
    stored: StoredUpload,
  ) {
    this.#stored = stored;
  }

  get stored(): StoredUpload {
    return this.#stored;
  }
}

export class RefusedFile {
  constructor(
    readonly name: string,
    readonly wrong: InvalidValue,
  ) {}
}
