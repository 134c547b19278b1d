// Threads, so that no query blocks the process.
import { currentQueryContext } from '#projections/port/query.js';
import { QueryTimeout, ReadModelsUnavailable } from '#projections/port/read-model-errors.js';
import type { QueryResult, CollectionQuery } from '../run-collection-query.js';
import { QueryQueue, type PendingQuery } from './query-queue.js';
import { READER_THREAD_URL } from './reader-thread-url.js';
import {
  toThrownError,
  type ReaderOutcome,
  type GenerationFileQuery,
  type ReaderResponse,
  type ReaderRequest,
} from './reader-messages.js';
import { Worker } from 'node:worker_threads';
import { waitForWorkerExit, requestWorkerExit } from '#platform/worker-threads.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

export interface ReaderPool {
  /** `gone`: no such file. Throws `BadCursor`, `BadQuery`, `DamagedGeneration`, `QueryTimeout`, `ReadModelsUnavailable`. */
  runQuery<Q extends CollectionQuery>(
    path: string,
    query: Q,
  ): Promise<{ readonly answer: QueryResult<Q> } | 'gone'>;
  /** Resolves when no thread has the file open. */
  release(path: string): Promise<void>;
  close(): Promise<void>;
}

export interface ReaderSettings {
  /** At least 1; started on demand. */
  readonly threads: number;
  /** Milliseconds for a query, and for its wait; 10,000. */
  readonly answerWithin?: number;
  readonly file?: URL;
}

/** A thread may die because of another query; one that ends two threads is at fault itself. */
const ATTEMPTS = 2;

export function openReaderPool(reading: ReaderSettings): ReaderPool {
  return new ReaderThreadPool(reading);
}

class ReaderThreadPool implements ReaderPool {
  private readonly maxThreads: number;
  private readonly within: number;
  private readonly file: URL;
  private readonly queue: QueryQueue;
  private readonly readers = new Set<ReaderThread>();
  private readonly free: ReaderThread[] = [];
  /** Abandoned threads that still run their query. */
  private ending = 0;
  private closed = false;
  private isTurnDue = false;

  constructor({ threads, answerWithin = 10_000, file = READER_THREAD_URL }: ReaderSettings) {
    this.maxThreads = Math.max(1, Math.trunc(threads));
    this.within = answerWithin;
    this.file = file;
    this.queue = new QueryQueue(this.maxThreads, answerWithin);
  }

  async runQuery<Q extends CollectionQuery>(
    path: string,
    query: Q,
  ): Promise<{ answer: QueryResult<Q> } | 'gone'> {
    for (let attempt = 1; attempt <= ATTEMPTS && !this.closed; attempt++) {
      const context = currentQueryContext();
      // Alone, so that other queries cannot affect it.
      const request = attempt === 1 ? context : undefined;
      const outcome = await this.queue.queue({ path, query, request, ...context }, () =>
        this.scheduleDispatch(),
      );
      if (outcome === 'ended') continue;
      if ('failed' in outcome) throw toThrownError(outcome.failed);
      return 'gone' in outcome ? 'gone' : { answer: outcome.answer as QueryResult<Q> };
    }
    throw new ReadModelsUnavailable(
      this.closed
        ? 'The read models are closed.'
        : `${ATTEMPTS} threads ended while they looked for an answer.`,
    );
  }

  async release(path: string): Promise<void> {
    await Promise.all([...this.readers].map((reader) => reader.release(path)));
  }

  async close(): Promise<void> {
    this.closed = true;
    this.queue.close();
    await Promise.all([...this.readers].map((reader) => reader.endWithin(this.within)));
  }

  private scheduleDispatch(): void {
    if (this.isTurnDue) return;
    this.isTurnDue = true;
    process.nextTick(() => this.dispatch());
  }

  private dispatch(): void {
    this.isTurnDue = false;
    for (let free = this.countAvailable(); !this.closed && free > 0; free = this.countAvailable()) {
      const waiting = this.queue.takeNext(free);
      if (waiting.length === 0) return;
      const reader = this.free.pop() ?? this.startThreadFor(waiting);
      if (reader) this.runOn(reader, waiting).catch(throwUncaught);
    }
  }

  /** undefined: no thread could be started, and the callers got the error. */
  private startThreadFor(waiting: readonly PendingQuery[]): ReaderThread | undefined {
    try {
      return this.startThread();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      for (const each of waiting)
        each.refuse(new ReadModelsUnavailable(`No thread could be started to look for an answer: ${why}.`));
      return undefined;
    }
  }

  /** Stuck threads also use the machine, so at most as many again may be started. */
  private countAvailable(): number {
    const { maxThreads, readers, ending } = this;
    return (
      this.free.length +
      Math.max(0, Math.min(maxThreads - readers.size, 2 * maxThreads - readers.size - ending))
    );
  }

  private startThread(): ReaderThread {
    const reader = new ReaderThread(this.file);
    this.readers.add(reader);
    reader.ended
      .then(() => {
        this.forget(reader);
        this.dispatch();
      })
      .catch(throwUncaught);
    return reader;
  }

  private forget(reader: ReaderThread): void {
    this.readers.delete(reader);
    const at = this.free.indexOf(reader);
    if (at >= 0) this.free.splice(at, 1);
  }

  private async runOn(reader: ReaderThread, waiting: readonly PendingQuery[]): Promise<void> {
    const timer = setTimeout(() => this.handleTimeout(reader, waiting), this.within);
    const put = waiting.map(({ path, query }) => ({ path, query }));
    const outcomes: Outcomes = await reader.runQueries(put);
    clearTimeout(timer);
    for (const [at, each] of waiting.entries()) each.settle(outcomes === 'ended' ? outcomes : outcomes[at]!);
    if (this.readers.has(reader) && outcomes !== 'ended') this.free.push(reader);
    this.dispatch();
  }

  /** SQLite cannot be interrupted: the thread is abandoned and replaced. */
  private handleTimeout(reader: ReaderThread, waiting: readonly PendingQuery[]): void {
    const late = () => new QueryTimeout(`A question took longer than ${this.within / 1000} seconds.`);
    // Which query is slow is unknown, so each is retried alone.
    for (const each of waiting)
      if (waiting.length > 1) each.settle('ended');
      else each.refuse(late());
    this.forget(reader);
    this.ending += 1;
    reader.end();
    reader.ended
      .then(() => (this.ending -= 1))
      .then(() => this.dispatch())
      .catch(throwUncaught);
    this.dispatch();
  }
}

type Outcomes = readonly ReaderOutcome[] | 'ended';

/** Keeps the process alive only while queries run. */
class ReaderThread {
  readonly ended: Promise<unknown>;
  private readonly worker: Worker;
  private readonly pending = new Map<number, (outcomes: Outcomes) => void>();
  private last = 0;

  constructor(file: URL) {
    this.worker = new Worker(file);
    this.worker.unref();
    this.worker.on('message', ({ number, outcomes }: ReaderResponse) => this.settle(number, outcomes));
    this.ended = new Promise((resolve) => {
      // `exit` follows every error.
      this.worker.on('error', () => {});
      this.worker.once('exit', resolve);
    });
    this.ended
      .then(() => {
        for (const number of this.pending.keys()) this.settle(number, 'ended');
      })
      .catch(throwUncaught);
  }

  runQueries(put: readonly GenerationFileQuery[]): Promise<Outcomes> {
    return this.send((number) => ({ number, put }));
  }

  async release(path: string): Promise<void> {
    await this.send((number) => ({ number, release: path }));
  }

  /** Terminating a thread within SQLite would end the process. */
  end(): void {
    requestWorkerExit(this.worker);
  }

  async endWithin(milliseconds: number): Promise<void> {
    this.end();
    await waitForWorkerExit(this.worker, milliseconds);
  }

  private send(createRequest: (number: number) => ReaderRequest): Promise<Outcomes> {
    const number = ++this.last;
    if (this.pending.size === 0) this.worker.ref();
    return new Promise((resolve) => {
      this.pending.set(number, resolve);
      this.worker.postMessage(createRequest(number));
    });
  }

  private settle(number: number, outcomes: Outcomes): void {
    const resolve = this.pending.get(number);
    this.pending.delete(number);
    if (this.pending.size === 0) this.worker.unref();
    resolve?.(outcomes);
  }
}
