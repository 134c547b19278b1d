// Small pages synchronously, large ones on a thread so that they do not block other requests.
import { serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { channel } from 'node:diagnostics_channel';
import { Inject, Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import type { ReactElement } from 'react';
import type { Response } from 'express';
import { currentQueryContext } from '#projections/port/query.js';
import { findPageLoader, getPageName, type PageName, renderPage } from '#views/every-page.js';
import { AdapterError } from '#platform/adapter-error.js';
import { endWorker, requestWorkerExit } from '#platform/worker-threads.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { RETRY_AFTER_SECONDS, setChallengeHeader } from '../errors/refusal-headers.js';
import { PAGE_THREAD_FILE } from './page-thread-file.js';
import { addBasePath, basePathOf } from '../addresses/base-path.js';
import { assertAnswerSize } from '../http/send-body.js';
import { FairQueue } from './fair-queue.js';
import type { RenderResult, RenderRequest } from './render-messages.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

/** Diagnostics channel: messages are React elements. */
export const PAGE_DIAGNOSTICS_CHANNEL = 'daybook.page';
const pageChannel = channel(PAGE_DIAGNOSTICS_CHANNEL);

/** Weight: above a list of 50 rows by 7 columns (2 ms), below a timeline page (7 ms). */
const SMALL = 6_000;

/** Queued large pages per person and in total, since each holds its props in memory. */
const MOST_OF_ONE = 20;
const MOST = 200;
/** Seconds. */
const SOON = 5;

/** Milliseconds per page, also on a busy machine. */
const WITHIN = 30_000;

/** Not provided, so defaults apply; tests pass their own. */
const RENDERING_SETTINGS = Symbol('RENDERING_SETTINGS');

interface RenderingSettings {
  /** Maximum weight rendered synchronously. */
  readonly small?: number;
  readonly within?: number;
  /** Thread script. */
  readonly file?: URL;
}

@Injectable()
export class PageRendering implements OnApplicationShutdown {
  private readonly small: number;
  private readonly within: number;
  private readonly file: URL;
  private readonly waiting = new FairQueue<PendingRender>();
  private worker: Worker | undefined;
  private underWay: PendingRender | undefined;
  private hasEnded = false;
  /** Of the current page. */
  private timer: NodeJS.Timeout | undefined;

  constructor(@Optional() @Inject(RENDERING_SETTINGS) settings: RenderingSettings = {}) {
    const { small = SMALL, within = WITHIN, file = PAGE_THREAD_FILE } = settings;
    this.small = small;
    this.within = within;
    this.file = file;
  }

  /** Throws `Refused` ANSWER_TOO_LARGE. */
  async sendPage(response: Response, page: ReactElement, status = 200): Promise<void> {
    if (pageChannel.hasSubscribers) pageChannel.publish(page);
    const rendered = await this.html(page);
    if (!rendered) return;
    const html = toPublicHtml(rendered, basePathOf(response));
    assertAnswerSize(html.length);
    response.statusCode = status;
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Content-Length', html.length);
    response.setHeader('Cache-Control', 'no-store');
    if (status === 503 && !response.hasHeader('Retry-After'))
      response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    if (status === 401) setChallengeHeader(response);
    response.end(response.req.method === 'HEAD' ? undefined : html);
  }

  /** undefined: the client left. Throws `Refused` TOO_MANY_ATTEMPTS if the queue is full. */
  html(page: ReactElement): Uint8Array | Promise<Uint8Array | undefined> {
    const name = getPageName(page.type);
    const isSmall = name === undefined || (!findPageLoader(name) && !weighsMore(page.props, this.small));
    if (isSmall) return Buffer.from(renderPage(page));
    const { asker = '', signal } = currentQueryContext() ?? {};
    if (signal?.aborted) return Promise.resolve(undefined);
    if (this.waiting.sizeOf(asker) >= MOST_OF_ONE || this.waiting.size >= MOST)
      throw createBuiltInRefusal('TOO_MANY_ATTEMPTS', { seconds: SOON });
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
    if (this.worker) await endWorker(this.worker);
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
      // Props that cannot be serialized.
      this.settle((waiting) => waiting.reject(error));
    }
  }

  /** The rendering may never end while others wait for the thread. */
  private overrun(): void {
    this.worker?.terminate().catch(throwUncaught);
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
      // A thread may fail all pages after its first failure: start a new one, and retry unless the page was its
      // first.
      this.worker = undefined;
      requestWorkerExit(worker);
      if (hasRendered && this.underWay) return this.send(this.underWay);
      this.settle(({ reject }) => reject(new Error(`A page was not rendered: ${tells.failed}`)));
    });
    // 'exit' follows and is handled.
    worker.on('error', () => {});
    worker.once('exit', () => {
      // It has been replaced.
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

const toPublicHtml = (html: Uint8Array, basePath: string): Uint8Array =>
  basePath === '' ? html : Buffer.from(addBasePath(Buffer.from(html).toString(), basePath));

interface PendingRender {
  readonly page: PageName;
  readonly props: unknown;
  resolve(html: Uint8Array | undefined): void;
  reject(error: unknown): void;
}

const MOST_MEMORY_MB = 512;

class PageTakesTooLong extends AdapterError {
  override readonly name = 'PageTakesTooLong';
  readonly kind = 'page takes too long';

  constructor(seconds: number) {
    super(`A page takes longer than ${seconds} seconds to render.`);
  }
}

/** Characters that weigh as much as one value. */
const LETTERS = 8;

/** Stops counting at the limit. */
function weighsMore(props: unknown, most: number): boolean {
  let left = most;
  const waiting = [props];
  while (waiting.length > 0 && left >= 0) {
    const value = waiting.pop();
    left -= 1;
    if (typeof value === 'string') left -= value.length / LETTERS;
    // `for in` takes twice as long for arrays.
    else if (Array.isArray(value)) for (const item of value) waiting.push(item);
    else if (typeof value === 'object' && value !== null)
      for (const key in value) waiting.push((value as Readonly<Record<string, unknown>>)[key]);
  }
  return left < 0;
}
