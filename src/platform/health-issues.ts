// Known defects of a running installation, raised by whatever detects them and read by status pages, health checks, the log, and by
// code that must not go on, such as writing to a damaged log.

export interface HealthIssue {
  /** Such as 'log', 'keys', 'clock'. One issue at a time is known per key. */
  readonly key: string;
  /** What is wrong, where, and the way out: for admins, with names of files. */
  readonly adminMessage: string;
  /** The same for everybody: 'the log is damaged at event 12'. */
  readonly publicMessage: string;
  /** warning: it needs attention, and meanwhile everything goes on. */
  readonly severity: 'error' | 'warning';
}

export class HealthIssues {
  private readonly known = new Map<string, HealthIssue>();
  /** Resolved ones included: a listener that comes late also learns of what a start has healed. */
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

  /** Also called for issues that were raised before. Returns what ends the subscription. */
  onRaised(listener: (issue: HealthIssue) => void): () => void {
    this.listeners.add(listener);
    for (const issue of this.raised.values()) listener(issue);
    return () => {
      this.listeners.delete(listener);
    };
  }
}

export const LOG_ISSUE = 'log';

/** Token for injection. */
export const HEALTH_ISSUES = Symbol('HealthIssues');
