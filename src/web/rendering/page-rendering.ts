// Answers with a page: React in, HTML out. Small pages are rendered at once, large ones and those that have to load something on a thread,
// so that nobody else waits for them.
import { serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { channel } from 'node:diagnostics_channel';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { ReactElement } from 'react';
import type { Response } from 'express';
import { currentQueryContext } from '#projections/port/query.js';
import { loadFor, nameOfPage, type PageName, render } from '#views/every-page.js';
import { PortFailure } from '#platform/port-failure.js';
import { end, requestEnd } from '#platform/threads.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { RETRY_AFTER_SECONDS, CHALLENGE } from '../errors/refusal-headers.js';
import { PAGE_THREAD_FILE } from './page-thread-file.js';
import { assertAnswerSize } from '../http/send-body.js';
import { FairQueue } from './fair-queue.js';
import type { RenderResult, RenderRequest } from './render-messages.js';

/** Diagnostics channel for tracing: each message is the React element of a page. */
export const PAGE_CHANNEL = 'daybook.page';
const pageChannel = channel(PAGE_CHANNEL);

/**
 * Sends the element as a whole HTML document with the status. Throws `Refused` ANSWER_TOO_LARGE.
 * Pages of signed-in people are never stored by caches; no entity tag is computed for any.
 */
export async function sendPage(response: Response, element: ReactElement, status = 200): Promise<void> {
  if (pageChannel.hasSubscribers) pageChannel.publish(element);
  const html = await (response.app.get(PAGE_RENDERING) as PageRendering).html(element);
  if (!html) return;
  assertAnswerSize(html.length);
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Length', html.length);
  response.setHeader('Cache-Control', 'no-store');
  if (status === 503 && !response.hasHeader('Retry-After'))
    response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  if (status === 401) response.setHeader('WWW-Authenticate', CHALLENGE);
  response.end(response.req.method === 'HEAD' ? undefined : html);
}

/** The setting of an Express application that holds its `PageRendering`. */
export const PAGE_RENDERING = 'page rendering';

/** A list of fifty rows with seven columns is less: it takes two milliseconds. A page of the timeline is more: it takes seven. */
const SMALL = 6_000;

/** So many large pages wait at most, of one person and of all: what each shows is held until its turn. */
const MOST_OF_ONE = 20;
const MOST = 200;
/** Seconds. */
const SOON = 5;

/** Milliseconds that a page may take, on a busy machine as well. */
const WITHIN = 30_000;

interface RenderingSettings {
  /** What weighs no more is rendered at once. */
  readonly small?: number;
  readonly within?: number;
  /** Code of the thread. */
  readonly file?: URL;
}

export class PageRendering implements OnApplicationShutdown {
  private readonly small: number;
  private readonly within: number;
  private readonly file: URL;
  private readonly waiting = new FairQueue<PendingRender>();
  private worker: Worker | undefined;
  private underWay: PendingRender | undefined;
  private hasEnded = false;
  /** Of the page that is under way. */
  private timer: NodeJS.Timeout | undefined;

  constructor({ small = SMALL, within = WITHIN, file = PAGE_THREAD_FILE }: RenderingSettings = {}) {
    this.small = small;
    this.within = within;
    this.file = file;
  }

  /** undefined: the client is gone. Throws `Refused` TOO_MANY_ATTEMPTS where too many wait. */
  html(page: ReactElement): Uint8Array | Promise<Uint8Array | undefined> {
    const name = nameOfPage(page.type);
    const isSmall = name === undefined || (!loadFor(name) && !weighsMore(page.props, this.small));
    if (isSmall) return Buffer.from(render(page));
    const { asker = '', signal } = currentQueryContext() ?? {};
    if (signal?.aborted) return Promise.resolve(undefined);
    if (this.waiting.sizeOf(asker) >= MOST_OF_ONE || this.waiting.size >= MOST)
      throw builtInRefusal('TOO_MANY_ATTEMPTS', { seconds: SOON });
    return new Promise((resolve, reject) => {
      const waiting = { page: name, props: page.props, resolve, reject };
      this.waiting.add(asker, waiting);
      const leave = () => this.waiting.withdraw(asker, waiting) && resolve(undefined);
      signal?.addEventListener('abort', leave, { once: true });
      this.turn();
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.hasEnded = true;
    if (this.worker) await end(this.worker);
  }

  private turn(): void {
    if (this.underWay) return;
    const next = this.waiting.next();
    if (!next) return;
    this.underWay = next;
    if (this.hasEnded)
      return this.settle(({ reject }) => reject(new Error('Pages are not rendered any more.')));
    this.timer = setTimeout(() => this.overrun(), this.within);
    this.send(next);
  }

  private send({ page, props }: PendingRender): void {
    try {
      const serialized = serialize(props);
      this.worker ??= this.started();
      this.worker.ref();
      this.worker.postMessage({ page, props: serialized } satisfies RenderRequest, [
        serialized.buffer as ArrayBuffer,
      ]);
    } catch (error) {
      // Something in its props cannot go to a thread.
      this.settle((waiting) => waiting.reject(error));
    }
  }

  /** It may never end: others wait for the thread. */
  private overrun(): void {
    void this.worker?.terminate();
    this.worker = undefined;
    this.settle(({ reject }) => reject(new PageTakesTooLong(this.within / 1000)));
  }

  private started(): Worker {
    const worker = new Worker(this.file, {
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    });
    let hasRendered = false;
    worker.on('message', (tells: RenderResult) => {
      if (this.worker !== worker) return;
      if ('html' in tells) {
        hasRendered = true;
        return this.settle(({ resolve }) => resolve(tells.html));
      }
      // Rendering is pure, yet a thread can fail every page after a first failure, so the next page gets another thread. This page
      // gets one too where earlier pages may have caused the failure.
      this.worker = undefined;
      requestEnd(worker);
      if (hasRendered && this.underWay) return this.send(this.underWay);
      this.settle(({ reject }) => reject(new Error(`A page was not rendered: ${tells.failed}`)));
    });
    // An error is followed by the end; that alone counts.
    worker.on('error', () => {});
    worker.once('exit', () => {
      // Another one has taken its place already.
      if (this.worker !== worker) return;
      this.worker = undefined;
      this.settle(({ reject }) => reject(new Error('The thread that renders pages ended.')));
    });
    return worker;
  }

  private settle(answer: (waiting: PendingRender) => void): void {
    const waiting = this.underWay;
    clearTimeout(this.timer);
    this.underWay = undefined;
    this.worker?.unref();
    if (waiting) answer(waiting);
    this.turn();
  }
}

interface PendingRender {
  readonly page: PageName;
  readonly props: unknown;
  resolve(html: Uint8Array | undefined): void;
  reject(error: unknown): void;
}

const MOST_MEMORY_MB = 512;

/** Of no use to its asker any more; which page it is stands beside it in the log. */
class PageTakesTooLong extends PortFailure {
  override readonly name = 'PageTakesTooLong';
  readonly failure = 'page takes too long';

  constructor(seconds: number) {
    super(`A page takes longer than ${seconds} seconds to render.`);
  }
}

/** So many letters weigh as much as a value: they become lines and words. */
const LETTERS = 8;

/** Whether there is more to render than so much. Looks no further than that. */
function weighsMore(props: unknown, most: number): boolean {
  let left = most;
  const waiting = [props];
  while (waiting.length > 0 && left >= 0) {
    const value = waiting.pop();
    left -= 1;
    if (typeof value === 'string') left -= value.length / LETTERS;
    // `for in` takes twice as long to go through a list.
    else if (Array.isArray(value)) for (const item of value) waiting.push(item);
    else if (typeof value === 'object' && value !== null)
      for (const key in value) waiting.push((value as Readonly<Record<string, unknown>>)[key]);
  }
  return left < 0;
}
