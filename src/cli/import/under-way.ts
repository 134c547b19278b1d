// Cases that are being written: enough at once to share commits, few and small enough to keep memory flat.

const AT_ONCE = 32;
/** Characters of the log. */
const SIZE_AT_ONCE = 32e6;

export class UnderWay {
  private readonly running = new Set<Promise<void>>();
  private size = 0;

  /** Begins the work at once, and returns when there is room for more. Throws what failed. */
  async add(size: number, work: () => Promise<void>): Promise<void> {
    this.size += size;
    const one = work().finally(() => {
      this.running.delete(one);
      this.size -= size;
    });
    // Told below; a failure may come while the next trace is still being read.
    one.catch(() => {});
    this.running.add(one);
    while (this.running.size > 0 && (this.running.size >= AT_ONCE || this.size > SIZE_AT_ONCE))
      await Promise.race(this.running);
  }

  /** Returns once all has ended; throws the first that failed. */
  async ended(): Promise<void> {
    const all = await Promise.allSettled(this.running);
    const failed = all.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
