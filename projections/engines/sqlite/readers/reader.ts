// One thread that answers questions, as the process sees it. It keeps the process from ending only while it is asked something.
import { Worker } from 'node:worker_threads';
import { ended, requestEnd } from '#platform/threads.js';
import type { ReaderOutcome, QueryOnFile, ReaderResponse, ReaderRequest } from './reader-messages.js';

/** In the order of what was asked. */
export type Outcomes = readonly ReaderOutcome[] | 'ended';

export class ReaderThread {
  /** Resolves when the thread has ended, by itself or not. */
  readonly ended: Promise<unknown>;
  private readonly worker: Worker;
  private readonly asked = new Map<number, (outcomes: Outcomes) => void>();
  private last = 0;

  constructor(file: URL) {
    this.worker = new Worker(file);
    this.worker.unref();
    this.worker.on('message', ({ number, outcomes }: ReaderResponse) => this.settle(number, outcomes));
    this.ended = new Promise((resolve) => {
      // An error is followed by the end; that alone counts.
      this.worker.on('error', () => {});
      this.worker.once('exit', resolve);
    });
    void this.ended.then(() => {
      for (const number of this.asked.keys()) this.settle(number, 'ended');
    });
  }

  ask(put: readonly QueryOnFile[]): Promise<Outcomes> {
    return this.send((number) => ({ number, put }));
  }

  /** Resolves when the file is closed. */
  async release(path: string): Promise<void> {
    await this.send((number) => ({ number, release: path }));
  }

  /** Once it has answered what it was asked: nothing stops SQLite, and who stops its thread ends the process. */
  end(): void {
    requestEnd(this.worker);
  }

  /** Resolves when it has ended, or after so many milliseconds: then it no longer keeps the process from ending. */
  async endWithin(milliseconds: number): Promise<void> {
    this.end();
    await ended(this.worker, milliseconds);
  }

  private send(told: (number: number) => ReaderRequest): Promise<Outcomes> {
    const number = ++this.last;
    if (this.asked.size === 0) this.worker.ref();
    return new Promise((resolve) => {
      this.asked.set(number, resolve);
      this.worker.postMessage(told(number));
    });
  }

  private settle(number: number, outcomes: Outcomes): void {
    const resolve = this.asked.get(number);
    this.asked.delete(number);
    if (this.asked.size === 0) this.worker.unref();
    resolve?.(outcomes);
  }
}
