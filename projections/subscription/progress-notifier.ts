// Who waits for a subscription, and who listens to it: told by whichever of its handler's roles is at work.
import { PositionWaiters } from './position-waiters.js';

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
