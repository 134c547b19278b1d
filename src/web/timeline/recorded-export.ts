// The bytes of an export on their way out: hashed, and recorded before the file ends.
import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** Throws where the export cannot be recorded; the file then stays incomplete. `sha256`: '' where it was broken off. */
export type ExportRecorder = (written: {
  readonly events: number;
  readonly sha256: string;
}) => Promise<unknown>;

export class RecordedExport extends Transform {
  readonly #hash = createHash('sha256');
  #isRecorded = false;
  /** So far. */
  events = 0;

  constructor(private readonly record: ExportRecorder) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, callback: TransformCallback): void {
    this.#hash.update(chunk);
    callback(null, chunk);
  }

  override _flush(callback: TransformCallback): void {
    this.#isRecorded = true;
    this.record({ events: this.events, sha256: this.#hash.digest('hex') }).then(
      () => callback(),
      (error: unknown) => callback(error as Error),
    );
  }

  /** After a client closed the connection, or lost its rights: what was sent was read. */
  async recordBrokenOff(): Promise<void> {
    if (this.#isRecorded) return;
    this.#isRecorded = true;
    await this.record({ events: this.events, sha256: '' }).catch(() => undefined);
  }
}
