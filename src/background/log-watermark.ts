// How far a worker knows the log. A log that ends before that is a restored older one; one without a watermark may be a copy.
import { readCheckpoint, type CheckpointStore } from './background-checkpoint.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

const SAVE_AFTER_MS = 1_000;

export class LogWatermark {
  private latest = 0;
  private saved = 0;
  private saving: NodeJS.Timeout | undefined;
  private stopped = false;

  /** `head`: before this process wrote anything. `recorded`: the watermark at that time. */
  private constructor(
    private readonly store: CheckpointStore,
    private readonly name: string,
    readonly head: number,
    private readonly recorded: number | undefined,
  ) {}

  /** Open before taking the lease, as its former holder still writes. */
  static async open(
    { readModels, log }: { readonly readModels: CheckpointStore; readonly log: { head(): Promise<number> } },
    name: string,
  ): Promise<LogWatermark> {
    // First, since a watermark that the lease's holder saves meanwhile would be ahead of the head.
    const recorded = await readCheckpoint(readModels, name);
    return new LogWatermark(readModels, name, await log.head(), recorded);
  }

  /** false: the log was known, or another process has recorded it since. */
  async isLogNew(): Promise<boolean> {
    const wasKnown = this.recorded !== undefined && this.recorded <= this.head;
    return !wasKnown && (await readCheckpoint(this.store, this.name)) === this.recorded;
  }

  /** Also where it was known further. */
  async recordHead(): Promise<void> {
    await this.store.recordBackgroundCheckpoint(this.name, this.head);
  }

  /** Saved within a second. */
  advance(position: number): void {
    this.latest = Math.max(this.latest, position);
    if (!this.stopped)
      this.saving ??= setTimeout(() => void this.save().catch(throwUncaught), SAVE_AFTER_MS).unref();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.save();
  }

  /** At worst, calls are suppressed when an older log is restored. */
  private async save(): Promise<void> {
    clearTimeout(this.saving);
    this.saving = undefined;
    if (this.latest === this.saved) return;
    this.saved = this.latest;
    await this.store.advanceBackgroundCheckpoint(this.name, this.latest).catch(() => {});
  }
}
