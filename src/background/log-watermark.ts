// How far a background worker knows the log. A log that ends before that is an older one put back; one without a watermark may be a copy.
import { readCheckpoint, type CheckpointStore } from './worker-checkpoint.js';

const SAVE_EVERY_MS = 1_000;

export class LogWatermark {
  private latest = 0;
  private saved = 0;
  private readonly timer = setInterval(() => void this.save(), SAVE_EVERY_MS).unref();

  constructor(
    private readonly store: CheckpointStore,
    private readonly name: string,
  ) {}

  /** `head`: where the log ended before this process wrote anything. */
  async isKnown(head: number): Promise<boolean> {
    const watermark = await readCheckpoint(this.store, this.name);
    return watermark !== undefined && watermark <= head;
  }

  /** Also a lower position than before. */
  async record(position: number): Promise<void> {
    await this.store.recordWorkerCheckpoint(this.name, position);
  }

  /** Is saved within a second. */
  advance(position: number): void {
    this.latest = Math.max(this.latest, position);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.save();
  }

  /** Where saving fails, calls are suppressed at worst, and only if an older log is put back. */
  private async save(): Promise<void> {
    if (this.latest === this.saved) return;
    this.saved = this.latest;
    await this.store.advanceWorkerCheckpoint(this.name, this.latest).catch(() => {});
  }
}
