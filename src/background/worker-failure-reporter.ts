// Reports a background worker only after repeated failures.
import { createFailureIssue, type FailureNotice, type HealthIssues } from '#platform/health-issues.js';

const FAILURES_BEFORE_REPORT = 4;

export class WorkerFailureReporter {
  private failures = 0;

  constructor(
    private readonly healthIssues: Pick<HealthIssues, 'raise' | 'resolve'>,
    private readonly notice: FailureNotice,
  ) {}

  reportSuccess(): void {
    this.failures = 0;
    this.healthIssues.resolve(this.notice.issueKey);
  }

  reportFailure(error: Error): void {
    this.failures += 1;
    if (this.failures < FAILURES_BEFORE_REPORT) return;
    this.healthIssues.raise({ ...createFailureIssue(this.notice, error), severity: 'warning' });
  }
}
