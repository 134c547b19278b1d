// Never twice at once: when woken, and after the milliseconds that the last run returned.
import { RETRY_MS } from './compute-wait-until-due.js';
import type { WorkerFailureReporter } from './worker-failure-reporter.js';

export class PollingLoop {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isWanted = false;
  private stopped = false;

  constructor(
    private readonly runOnce: () => Promise<number>,
    private readonly failureReporter: WorkerFailureReporter,
  ) {}

  get isStopped(): boolean {
    return this.stopped;
  }

  wake = (): void => {
    this.isWanted = true;
    if (this.stopped) return;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
      if (this.isWanted) this.wake();
    });
  };

  /** Resolves once the current run has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    this.isWanted = false;
    clearTimeout(this.timer);
    const wait = await this.runOnce().catch((error: Error) => {
      this.failureReporter.reportFailure(error);
      return RETRY_MS;
    });
    if (!this.stopped) this.timer = setTimeout(this.wake, wait).unref();
  }
}
