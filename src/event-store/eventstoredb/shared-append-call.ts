// All clients of the package share one call, so one connection may use it at a time.
import { finished, type Duplex, type Readable, type Writable } from 'node:stream';

/** Up to this many are never queued: an append queued behind back-pressure leaves an unhandled rejection when its call breaks. */
const MAX_SHARED_APPENDS = 15;

/** Generous, because the server compares it with its own clock. */
export const SHARED_CALL_DEADLINE_MS = 3_600_000;

let holder: symbol | undefined;

export class SharedAppendCall {
  private readonly key = Symbol();
  private call: { cancel?(): void } | undefined;
  private inFlight = 0;
  private isStopped = false;

  /** false: use a separate call. */
  tryAcquire(): boolean {
    if (this.isStopped || this.inFlight >= MAX_SHARED_APPENDS) return false;
    holder ??= this.key;
    return holder === this.key;
  }

  async send<T>(append: () => Promise<T>): Promise<T> {
    this.inFlight++;
    try {
      return await append();
    } finally {
      this.inFlight--;
      if (this.isStopped) this.stop();
      this.release();
    }
  }

  stop(): void {
    this.isStopped = true;
    if (this.inFlight === 0) this.call?.cancel?.();
  }

  attachCall<Call extends Readable | Writable | Duplex>(call: Call): Call {
    this.call = call as { cancel?(): void };
    finished(call, () => {
      // Otherwise the package attributes this call's late messages to the next one.
      call
        .removeAllListeners('data')
        .removeAllListeners('error')
        .on('error', () => {});
      this.call = undefined;
      this.release();
    });
    return call;
  }

  private release(): void {
    if (holder === this.key && this.inFlight === 0 && !this.call) holder = undefined;
  }
}
