// Fair: the asker with the fewest running queries is next, and none occupies all threads.
import type { QueryContext } from '#projections/port/query.js';
import { ReadModelsUnavailable } from '#projections/port/read-model-errors.js';
import type { ReaderOutcome, GenerationFileQuery } from './reader-messages.js';

export interface FileQuery extends GenerationFileQuery, Partial<QueryContext> {
  /** The same for all queries of a request; undefined: Daybook itself. */
  readonly request?: object | undefined;
}

export interface PendingQuery extends FileQuery {
  readonly settle: (outcome: ReaderOutcome | 'ended') => void;
  readonly refuse: (error: Error) => void;
}

interface QueuedQuery extends PendingQuery {
  /** Neither timeout nor abort applies from now on. */
  readonly begin: () => void;
}

/** Per thread and turn: all wait for the slowest. */
const MAX_BATCH = 4;
const MAX_QUEUED = 2_000;

export class QueryQueue {
  private readonly queued: QueuedQuery[] = [];
  /** undefined: Daybook itself. */
  private readonly inFlight = new Map<string | undefined, number>();
  private readonly maxPerAsker: number;

  constructor(
    threads: number,
    private readonly maxWait: number,
  ) {
    this.maxPerAsker = Math.max(1, threads - 1);
  }

  /** Throws `ReadModelsUnavailable` on timeout, abort or overload. */
  queue(query: FileQuery, wake: () => void): Promise<ReaderOutcome | 'ended'> {
    if (this.queued.length >= MAX_QUEUED || query.signal?.aborted) return Promise.reject(overloadedError());
    return new Promise((resolve, reject) => {
      const place = this.createQueuedQuery(query, resolve, reject);
      this.queued.push(place);
      wake();
    });
  }

  /** For the next of `free` threads. Batches one request's queries where its asker has too few threads. */
  takeNext(free = 1): readonly PendingQuery[] {
    let next: QueuedQuery | undefined;
    let fewest = this.maxPerAsker;
    for (const place of this.queued) {
      const count = this.inFlight.get(place.asker) ?? 0;
      if (count < fewest) [next, fewest] = [place, count];
    }
    if (!next) return [];
    const threads = Math.min(free, this.maxPerAsker - fewest);
    const together = this.pickBatch(next, threads);
    for (const place of together) place.begin();
    return together;
  }

  private pickBatch(takeNext: QueuedQuery, threads: number): readonly QueuedQuery[] {
    if (takeNext.request === undefined) return [takeNext];
    const others = this.queued.filter(({ request }) => request === takeNext.request);
    return others.slice(0, Math.min(MAX_BATCH, Math.ceil(others.length / threads)));
  }

  close(): void {
    for (const place of [...this.queued]) place.refuse(overloadedError());
  }

  private createQueuedQuery(
    query: FileQuery,
    resolve: (outcome: ReaderOutcome | 'ended') => void,
    reject: (error: Error) => void,
  ): QueuedQuery {
    let state: 'waiting' | 'under way' | 'done' = 'waiting';
    const leave = () => place.refuse(overloadedError());
    const timer = setTimeout(leave, this.maxWait);
    query.signal?.addEventListener('abort', leave, { once: true });
    const leaveLine = () => {
      clearTimeout(timer);
      query.signal?.removeEventListener('abort', leave);
      this.queued.splice(this.queued.indexOf(place), 1);
    };
    const done = () => {
      if (state === 'waiting') leaveLine();
      if (state === 'under way') this.count(query.asker, -1);
      state = 'done';
    };
    const place: QueuedQuery = {
      begin: () => {
        leaveLine();
        this.count(query.asker, 1);
        state = 'under way';
      },
      settle: (outcome) => (done(), resolve(outcome)),
      refuse: (error) => (done(), reject(error)),
      ...query,
    };
    return place;
  }

  private count(asker: string | undefined, change: 1 | -1): void {
    const count = (this.inFlight.get(asker) ?? 0) + change;
    if (count === 0) this.inFlight.delete(asker);
    else this.inFlight.set(asker, count);
  }
}

const overloadedError = () => new ReadModelsUnavailable('Too much is being looked up just now.');
