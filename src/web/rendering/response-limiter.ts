// How many answers that grow with the data are made and sent at once. Every request passes: the kind of its answer decides.
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { currentQueryContext } from '#projections/port/query.js';
import { endInteractive } from '#platform/cooperative-scheduler.js';
import { ANSWER_KIND, undeclaredKind, type AnswerKind } from './answer-kind.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { FairQueue } from './fair-queue.js';

/** Whole answers that are made at once. They share one thread: more at once would only hold more in memory. */
const WHOLE_AT_ONCE = 2;
/** Whole answers of one person that wait, are made, or have not been received yet. */
const WHOLE_OF_ONE = 20;
/** Whole answers that wait, of everybody. */
const WHOLE_WAITING = 60;
/** Each reads every record there is. */
const STREAMS_OF_ONE = 2;
const STREAMS = 100;
/** Seconds. */
const SOON = 5;

type OpenResponse = Pick<Response, 'closed' | 'destroyed' | 'once'>;

@Injectable()
export class ResponseLimiter {
  private readonly turns = new FairQueue<(isNext: boolean) => void>();
  private readonly unreceived = new Tally();
  private readonly streams = new Tally();
  private made = 0;

  /** How many whole answers are made now, and how many wait. */
  get load(): { readonly made: number; readonly waiting: number } {
    return { made: this.made, waiting: this.turns.size };
  }

  /** How many people something is remembered of. */
  get askers(): number {
    return this.turns.askers + this.unreceived.askers + this.streams.askers;
  }

  /**
   * Runs the work that answers, in its turn. Does not run it where the asker has gone meanwhile. Throws `Refused` TOO_MANY_ATTEMPTS or
   * TOO_MANY_DOWNLOADS where this asker has too many under way, BUSY where all together have.
   */
  async run(kind: AnswerKind, response: OpenResponse, work: () => Promise<unknown>): Promise<void> {
    if (kind === 'whole') await this.whole(response, work);
    else if (kind === 'stream') await this.stream(work);
    else await work();
  }

  private async whole(response: OpenResponse, work: () => Promise<unknown>): Promise<void> {
    if (response.closed || response.destroyed) return;
    const { asker = '', signal } = currentQueryContext() ?? {};
    if (this.unreceived.of(asker) >= WHOLE_OF_ONE)
      throw builtInRefusal('TOO_MANY_ATTEMPTS', { seconds: SOON });
    if (this.turns.size >= WHOLE_WAITING) throw builtInRefusal('BUSY');
    response.once('close', this.unreceived.count(asker));
    if (!(await this.turn(asker, signal))) return;
    try {
      await work();
    } finally {
      this.made -= 1;
      this.next();
    }
  }

  /** false: the client is gone. */
  private turn(asker: string, signal: AbortSignal | undefined): Promise<boolean> {
    endInteractive();
    return new Promise((resolve) => {
      this.turns.add(asker, resolve);
      const leave = () => this.turns.withdraw(asker, resolve) && resolve(false);
      signal?.addEventListener('abort', leave, { once: true });
      this.next();
    });
  }

  private next(): void {
    if (this.made >= WHOLE_AT_ONCE) return;
    const begin = this.turns.next();
    if (!begin) return;
    this.made += 1;
    begin(true);
  }

  private async stream(work: () => Promise<unknown>): Promise<void> {
    const { asker = '' } = currentQueryContext() ?? {};
    if (this.streams.of(asker) >= STREAMS_OF_ONE)
      throw builtInRefusal('TOO_MANY_DOWNLOADS', { most: STREAMS_OF_ONE });
    if (this.streams.total >= STREAMS) throw builtInRefusal('BUSY');
    const end = this.streams.count(asker);
    try {
      await work();
    } finally {
      end();
    }
  }
}

/** How many each asker has. */
class Tally {
  private readonly counts = new Map<string, number>();
  total = 0;

  get askers(): number {
    return this.counts.size;
  }

  of(asker: string): number {
    return this.counts.get(asker) ?? 0;
  }

  /** Counts one more, until what it returns is called. */
  count(asker: string): () => void {
    this.counts.set(asker, this.of(asker) + 1);
    this.total += 1;
    return () => {
      this.total -= 1;
      const left = this.of(asker) - 1;
      if (left === 0) this.counts.delete(asker);
      else this.counts.set(asker, left);
    };
  }
}

/** Before every handler of every controller: a route that declares nothing counts as one whose answer grows. */
@Injectable()
export class ResponseLimiterInterceptor implements NestInterceptor {
  constructor(
    private readonly gate: ResponseLimiter,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const targets = [context.getHandler(), context.getClass()];
    const kind =
      this.reflector.getAllAndOverride<AnswerKind | undefined>(ANSWER_KIND, targets) ??
      undeclaredKind(http.getRequest<Request>().method);
    const answer = async () => lastValueFrom(next.handle(), { defaultValue: undefined });
    return from(this.gate.run(kind, http.getResponse<Response>(), answer));
  }
}
