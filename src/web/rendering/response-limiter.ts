// Limits concurrent responses that grow with the data.
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { currentQueryContext } from '#projections/port/query.js';
import { endInteractive } from '#platform/cooperative-scheduler.js';
import {
  RESPONSE_WORKLOAD,
  getDefaultWorkload,
  type ResponseWorkload,
  type WorkloadOfRequest,
} from './response-workload.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { readRequestInput } from '../http/read-request-input.js';
import type { AnswerTools } from './answer-tools.js';
import { Answer } from './answers.js';
import { FairQueue } from './fair-queue.js';

/** They share one thread, so more would only use memory. */
const WHOLE_AT_ONCE = 2;
/** Per person: queued, running, or not yet received. */
const WHOLE_OF_ONE = 20;
/** Queued in total. */
const WHOLE_WAITING = 60;
/** Each reads all records. */
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

  get load(): { readonly made: number; readonly waiting: number } {
    return { made: this.made, waiting: this.turns.size };
  }

  get askers(): number {
    return this.turns.askers + this.unreceived.askers + this.streams.askers;
  }

  /** Skips the work if the client left. Throws `Refused` TOO_MANY_ATTEMPTS, TOO_MANY_DOWNLOADS, BUSY. */
  async run(kind: ResponseWorkload, response: OpenResponse, work: () => Promise<unknown>): Promise<void> {
    if (kind === 'whole') await this.whole(response, work);
    else if (kind === 'stream') await this.stream(work);
    else await work();
  }

  /** Computed and sent within one turn. */
  limit(kind: ResponseWorkload, compute: () => Promise<Answer>): Answer {
    return new LimitedAnswer((response, answer) => this.run(kind, response, answer), compute);
  }

  private async whole(response: OpenResponse, work: () => Promise<unknown>): Promise<void> {
    if (response.closed || response.destroyed) return;
    const { asker = '', signal } = currentQueryContext() ?? {};
    if (this.unreceived.of(asker) >= WHOLE_OF_ONE)
      throw createBuiltInRefusal('TOO_MANY_ATTEMPTS', { seconds: SOON });
    if (this.turns.size >= WHOLE_WAITING) throw createBuiltInRefusal('BUSY');
    response.once('close', this.unreceived.count(asker));
    if (!(await this.turn(asker, signal))) return;
    try {
      await work();
    } finally {
      this.made -= 1;
      this.next();
    }
  }

  /** false: the client left. */
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
      throw createBuiltInRefusal('TOO_MANY_DOWNLOADS', { most: STREAMS_OF_ONE });
    if (this.streams.total >= STREAMS) throw createBuiltInRefusal('BUSY');
    const end = this.streams.count(asker);
    try {
      await work();
    } finally {
      end();
    }
  }
}

class LimitedAnswer extends Answer {
  constructor(
    private readonly limit: (response: Response, answer: () => Promise<void>) => Promise<void>,
    private readonly compute: () => Promise<Answer>,
  ) {
    super();
  }

  async send(response: Response, tools?: AnswerTools): Promise<void> {
    await this.limit(response, async () => {
      const answer = await this.compute();
      await answer.send(response, tools);
    });
  }
}

class Tally {
  private readonly counts = new Map<string, number>();
  total = 0;

  get askers(): number {
    return this.counts.size;
  }

  of(asker: string): number {
    return this.counts.get(asker) ?? 0;
  }

  /** Returns the release function. */
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

/** Applies to every handler; undeclared routes count as growing. */
@Injectable()
export class ResponseLimiterInterceptor implements NestInterceptor {
  constructor(
    private readonly gate: ResponseLimiter,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const targets = [context.getHandler(), context.getClass()];
    const request = http.getRequest<Request>();
    const declared = this.reflector.getAllAndOverride<ResponseWorkload | WorkloadOfRequest | undefined>(
      RESPONSE_WORKLOAD,
      targets,
    );
    const kind =
      typeof declared === 'function'
        ? declared(readRequestInput(request))
        : (declared ?? getDefaultWorkload(request.method));
    request.workload = kind;
    const answer = async () => lastValueFrom(next.handle(), { defaultValue: undefined });
    return from(this.gate.run(kind, http.getResponse<Response>(), answer));
  }
}
