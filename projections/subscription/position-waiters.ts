// Those who wait until a position has been passed: resolved by the write that passes it, never by polling.
interface Waiter {
  readonly position: number;
  readonly resolve: (reached: boolean) => void;
}

export class PositionWaiters {
  private readonly waiting = new Set<Waiter>();

  /** false after the time is up. */
  wait(position: number, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        position,
        resolve: (reached) => {
          clearTimeout(timer);
          this.waiting.delete(waiter);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => waiter.resolve(false), timeoutMs);
      this.waiting.add(waiter);
    });
  }

  get isAnybody(): boolean {
    return this.waiting.size > 0;
  }

  reached(position: number): void {
    for (const waiter of this.waiting) if (waiter.position <= position) waiter.resolve(true);
  }

  giveUp(): void {
    for (const waiter of this.waiting) waiter.resolve(false);
  }
}
