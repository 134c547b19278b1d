// Which small appends share a call. The package keeps what waits for answers of shared calls in one place for all its clients: the end of
// one's call ends everybody's appends, and an answer to one that was ended so ends the process. So one connection shares at a time.
import { finished, type Duplex, type Readable, type Writable } from 'node:stream';

/** An append that waits to be sent leaves a rejection unhandled when its call breaks. Among so many, none waits. */
const MAX_SHARED_APPENDS = 15;

/** Milliseconds: so much may clocks differ, which a server compares. It ends an append much sooner by itself. */
export const SHARED_CALL_DEADLINE_MS = 3_600_000;

let holder: symbol | undefined;

/** Of one connection. */
export class SharedAppendCall {
  private readonly key = Symbol();
  private call: { cancel?(): void } | undefined;
  private inFlight = 0;
  private isStopped = false;

  /** Takes the shared call for this connection where it is free. false: one more append needs a call of its own. */
  tryAcquire(): boolean {
    if (this.isStopped || this.inFlight >= MAX_SHARED_APPENDS) return false;
    holder ??= this.key;
    return holder === this.key;
  }

  /** `append`: sent through the shared call, where `claim` has just succeeded. */
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

  /** The shared call ends once its appends are answered. */
  stop(): void {
    this.isStopped = true;
    if (this.inFlight === 0) this.call?.cancel?.();
  }

  /** With the call that they share from now on. */
  attachCall<Call extends Readable | Writable | Duplex>(call: Call): Call {
    this.call = call as { cancel?(): void };
    finished(call, () => {
      // The package would take what this call says later for what the next one says.
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
