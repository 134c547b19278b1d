// Known defects of a running installation, read by status pages, health checks, the log, and by code that must then stop, such as writing to a damaged log.

export interface HealthIssue {
  /** 'log', 'keys', 'clock'. One issue at a time per key. */
  readonly key: string;
  /** With the remedy and names of files. */
  readonly adminMessage: string;
  /** For everyone: 'the log is damaged at event 12'. */
  readonly publicMessage: string;
  /** warning: needs attention, but everything goes on. */
  readonly severity: 'error' | 'warning';
  /** Its stack goes to the log. */
  readonly cause?: unknown;
}

export interface FailureNotice {
  readonly issueKey: string;
  /** “Timers stand still”. */
  readonly summary: string;
  /** What follows, or what to do. */
  readonly consequence: string;
}

export function createFailureIssue(
  { issueKey, summary, consequence }: FailureNotice,
  error: unknown,
): Pick<HealthIssue, 'key' | 'adminMessage' | 'publicMessage'> {
  const message = error instanceof Error ? error.message : String(error);
  return {
    key: issueKey,
    adminMessage: `${summary}: ${message.replace(/\.$/, '')}. ${consequence}`,
    publicMessage: summary.charAt(0).toLowerCase() + summary.slice(1),
  };
}

export class HealthIssues {
  private readonly known = new Map<string, HealthIssue>();
  /** Includes resolved ones: late listeners also get what a start has healed. */
  private readonly raised = new Map<string, HealthIssue>();
  private readonly listeners = new Set<(issue: HealthIssue) => void>();

  /** Of several with the same key, the first stays. */
  raise(issue: HealthIssue): void {
    if (this.known.has(issue.key)) return;
    this.known.set(issue.key, issue);
    this.raised.set(issue.key, issue);
    for (const listener of this.listeners) listener(issue);
  }

  resolve(key: string): void {
    this.known.delete(key);
  }

  find(key: string): HealthIssue | undefined {
    return this.known.get(key);
  }

  all(): readonly HealthIssue[] {
    return [...this.known.values()];
  }

  /** Also called for earlier issues. Returns the unsubscribe function. */
  onRaised(listener: (issue: HealthIssue) => void): () => void {
    this.listeners.add(listener);
    for (const issue of this.raised.values()) listener(issue);
    return () => {
      this.listeners.delete(listener);
    };
  }
}

export const LOG_ISSUE_KEY = 'log';

export const HEALTH_ISSUES = Symbol('HealthIssues');
