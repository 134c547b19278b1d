// Reports a background worker that fails again and again; a failure that passes by itself is not reported.
import type { HealthIssues } from '#platform/health-issues.js';

export interface WorkerFailureNotice {
  readonly about: string;
  /** Such as “Timers stand still”. */
  readonly what: string;
  /** What follows once the cause is over. */
  readonly then: string;
}

const FAILURES_BEFORE_REPORT = 4;

export class WorkerFailureReporter {
  private failures = 0;

  constructor(
    private readonly healthIssues: Pick<HealthIssues, 'raise' | 'resolve'>,
    private readonly notice: WorkerFailureNotice,
  ) {}

  reportSuccess(): void {
    this.failures = 0;
    this.healthIssues.resolve(this.notice.about);
  }

  reportFailure({ message }: Error): void {
    this.failures += 1;
    if (this.failures < FAILURES_BEFORE_REPORT) return;
    const { about, what, then } = this.notice;
    this.healthIssues.raise({
      key: about,
      adminMessage: `${what}: ${message.replace(/\.$/, '')}. ${then}`,
      publicMessage: what.charAt(0).toLowerCase() + what.slice(1),
      severity: 'warning',
    });
  }
}
