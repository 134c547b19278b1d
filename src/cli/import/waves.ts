// Cases are written in waves: those of one wave do each step together, and so share look-ups, commits and numbers.

/** Enough to share much; few and small enough to keep memory flat. */
const AT_ONCE = 64;
/** Characters of the log. */
const SIZE_AT_ONCE = 32e6;

export class Waves {
  private next: (() => Promise<void>)[] = [];
  private size = 0;

  /** Returns when there is room for more. Throws what failed first, when all of its wave has ended. */
  async add(size: number, work: () => Promise<void>): Promise<void> {
    this.next.push(work);
    this.size += size;
    if (this.next.length >= AT_ONCE || this.size > SIZE_AT_ONCE) await this.run();
  }

  /** What has been added and did not fill a wave. */
  async run(): Promise<void> {
    const wave = this.next;
    this.next = [];
    this.size = 0;
    const ended = await Promise.allSettled(wave.map((work) => work()));
    const failed = ended.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
