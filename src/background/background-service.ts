// A provider whose worker starts once its conditions hold, and stops with the application.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { RETRY_MS } from './waits.js';

export interface StoppableWorker {
  stop(): Promise<void>;
}

export interface WakeableWorker extends StoppableWorker {
  /** Something may be due: tests move clocks. */
  wake(): void;
}

export abstract class BackgroundService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ending = new AbortController();
  private starting: Promise<StoppableWorker | undefined> | undefined;

  /** Throws what the engines throw: then it is called again. */
  abstract start(): Promise<StoppableWorker>;

  /** Resolves once the worker may start. */
  protected abstract whenReady(): Promise<unknown>;

  /** Does not wait for the worker: pages are served before it starts. */
  onApplicationBootstrap(): void {
    this.starting = this.startWhenReady();
  }

  /** Before the server waits for open requests: a slow download must not keep calls being sent. */
  async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await (await this.starting)?.stop();
  }

  private async startWhenReady(): Promise<StoppableWorker | undefined> {
    const { signal } = this.ending;
    await Promise.race([this.whenReady(), once(signal, 'abort')]);
    while (!signal.aborted)
      try {
        return await this.start();
      } catch {
        // An engine that is unavailable is reported elsewhere.
        await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => {});
      }
    return undefined;
  }
}

/** Where the worker does not start, what was made for it is released: `start` is called again. */
export async function startOrRelease<Worker>(
  start: () => Promise<Worker>,
  release: () => Promise<void>,
): Promise<Worker> {
  try {
    return await start();
  } catch (error) {
    await release();
    throw error;
  }
}
