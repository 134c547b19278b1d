// One attempt after the other, and again after a failure.
import type { WorkerFailureReporter } from './worker-failure-reporter.js';
import { RETRY_MS } from './compute-wait-until-due.js';

export class PreparationRetrier {
  private attempts = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly prepare: () => Promise<void>,
    private readonly failureReporter: WorkerFailureReporter,
  ) {}

  request = (): void => void (this.attempts = this.attempts.then(() => this.attempt()));

  /** Resolves once every requested attempt has ended. */
  async settled(): Promise<void> {
    await this.attempts;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    await this.attempts;
  }

  private async attempt(): Promise<void> {
    if (this.stopped) return;
    try {
      await this.prepare();
      this.failureReporter.reportSuccess();
    } catch (error) {
      this.failureReporter.reportFailure(error as Error);
      clearTimeout(this.retry);
      this.retry = setTimeout(this.request, RETRY_MS).unref();
    }
  }
}
