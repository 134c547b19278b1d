// Starts its worker once its conditions hold, and stops it with the application.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { createFailureIssue, HEALTH_ISSUES, type HealthIssues } from '#platform/health-issues.js';
import { AdapterError } from '#platform/adapter-error.js';
import { RETRY_MS } from './compute-wait-until-due.js';

export interface StoppableWorker {
  stop(): Promise<void>;
}

export interface WakeableWorker extends StoppableWorker {
  /** Tests move clocks. */
  wake(): void;
}

const START_AGAIN = 'Start Daybook again once the cause is over.';

export abstract class BackgroundService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  @Inject(HEALTH_ISSUES) private readonly issues!: HealthIssues;
  private readonly ending = new AbortController();
  private starting: Promise<StoppableWorker | undefined> | undefined;

  /** Completes “the worker that …”: “fires timers”. */
  protected abstract readonly task: string;

  /** Called again after a `AdapterError`. */
  abstract start(): Promise<StoppableWorker>;

  protected abstract whenReady(): Promise<unknown>;

  /** Pages are served before the worker starts. */
  onApplicationBootstrap(): void {
    this.starting = this.startWhenReady().catch((error: unknown) => this.raiseIssue(error));
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
      } catch (error) {
        if (!(error instanceof AdapterError)) throw error;
        // An unavailable engine is reported elsewhere.
        await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => {});
      }
    return undefined;
  }

  private raiseIssue(cause: unknown): undefined {
    const issueKey = `worker that ${this.task}`;
    const notice = { issueKey, summary: `The ${issueKey} did not start`, consequence: START_AGAIN };
    this.issues.raise({ ...createFailureIssue(notice, cause), severity: 'error', cause });
  }
}
