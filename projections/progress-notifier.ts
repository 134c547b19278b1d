// Who waits for a projection, and who listens to it: told by whichever of leader.ts and follower.ts is at work.
import { PositionWaiters } from './position-waiters.js';
import type { Written } from './projector-state.js';

export class ProgressNotifier {
  /** Of the last event that pages can see; -1: there is nothing to read yet. */
  position = -1;
  private readonly waiters = new PositionWaiters();
  private ended = false;
  private readonly listeners = new Set<(written: Written) => void>();

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

  onWritten(listener: (written: Written) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  moveTo(position: number): void {
    this.position = position;
    this.waiters.reached(position);
  }

  tell(written: Written): void {
    for (const listener of this.listeners) listener(written);
  }

  giveUp(): void {
    this.ended = true;
    this.waiters.giveUp();
  }
}
