// Who waits for a subscription, and who listens to it: told by whichever of its handler's roles is at work.

/** `News`: what listeners are told. */
export class ProgressNotifier<News> {
  /** Of the last event that pages can see; -1: there is nothing to read yet. */
  position = -1;
  private readonly waiters = new PositionWaiters();
  private ended = false;
  private readonly listeners = new Set<(news: News) => void>();

  /** Somebody has begun to wait. */
  onWait: () => void = () => {};

  async waitFor(position: number, timeoutMs: number): Promise<boolean> {
    if (this.position >= position || this.ended) return this.position >= position;
    const waiting = this.waiters.wait(position, timeoutMs);
    this.onWait();
    return waiting;
  }

  get isWaiting(): boolean {
    return this.waiters.isAnybody;
  }

  get isListening(): boolean {
    return this.listeners.size > 0;
  }

  /** Called after it is stored. Returns what ends it. */
  listen(listener: (news: News) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  moveTo(position: number): void {
    this.position = position;
    this.waiters.reached(position);
  }

  tell(news: News): void {
    for (const listener of this.listeners) listener(news);
  }

  giveUp(): void {
    this.ended = true;
    this.waiters.giveUp();
  }
}

// Those who wait until a position has been passed: resolved by the write that passes it, never by polling.
interface Waiter {
  readonly position: number;
  readonly resolve: (reached: boolean) => void;
}

class PositionWaiters {
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
