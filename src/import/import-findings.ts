import type { LogIdDeriver } from './log-id-deriver.js';
import type { TraceIssue } from './trace-issue.js';

export class ImportFindings {
  readonly issues: TraceIssue[] = [];
  readonly people = new Set<string>();

  constructor(private readonly ids: LogIdDeriver) {}

  /** `cause`: groups findings whose messages contain values. */
  addIssue(line: number, message: string, remedy: string, cause?: string): void {
    this.issues.push({ line, message, remedy, ...(cause !== undefined && { cause }) });
  }

  addPerson(name: string): string {
    this.people.add(name);
    return this.ids.derivePersonId(name);
  }
}
