// How far a worker knows the log. A log that ends before that is a restored older one; one without a watermark may be a copy.
import { readCheckpoint, type CheckpointStore } from './background-checkpoint.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

const SAVE_AFTER_MS = 1_000;

export class LogWatermark {
  private latest = 0;
  private saved = 0;
  private saving: NodeJS.Timeout | undefined;
  private stopped = false;

  /** `head`: before this process wrote anything. */
  private constructor(
    private readonly store: CheckpointStore,
    private readonly name: string,
    readonly head: number,
    private readonly wasKnown: boolean,
  ) {}

  /** Open before taking the lease, as its former holder still writes. */
  static async open(
    { readModels, log }: { readonly readModels: CheckpointStore; readonly log: { head(): Promise<number> } },
    name: string,
  ): Promise<LogWatermark> {
    const head = await log.head();
    return new LogWatermark(readModels, name, head, await isKnown(readModels, name, head));
  }

  /** false: another process has recorded the log, or knew it before. */
  async isLogNew(): Promise<boolean> {
    return !(this.wasKnown || (await isKnown(this.store, this.name, this.head)));
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

async function isKnown(store: CheckpointStore, name: string, head: number): Promise<boolean> {
  const watermark = await readCheckpoint(store, name);
  return watermark !== undefined && watermark <= head;
}
