import type { TraceIssue } from './trace-issue.js';

export interface RefusedTrace {
  readonly trace: string;
  readonly line: number;
  readonly misfits: readonly TraceIssue[];
}

/** Shared by the findings of a group. */
export interface IssueCause {
  readonly cause: string;
  readonly count: number;
  /** First occurrence. */
  readonly line: number;
  readonly trace: string;
  /** First occurrence. */
  readonly message: string;
  readonly remedy?: string;
}

export interface ImportReport {
  readonly traces: number;
  readonly imported: number;
  /** Known cases with new events. */
  readonly grown: number;
  readonly already: number;
  readonly events: number;
  readonly refused: number;
  /** Calls and mails suppressed because the events are history. */
  readonly unsent: number;
  readonly refusals: readonly RefusedTrace[];
  readonly causes: readonly IssueCause[];
  /** By transition, excluded by `--only`. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Ambiguous local times; the earlier one is used. */
  readonly twice: number;
  /** Not imported. */
  readonly ofTheLog: number;
  /** Ignored attributes that do not occur. */
  readonly notMet: readonly string[];
}

const MOST_REFUSALS = 1_000;
const MOST_CAUSES = 1_000;
const OTHERS = 'other causes';

type Counts = {
  -readonly [K in 'imported' | 'grown' | 'already' | 'events' | 'refused' | 'twice' | 'unsent']: number;
};

export class ImportTally {
  readonly counts: Counts = { imported: 0, grown: 0, already: 0, events: 0, refused: 0, twice: 0, unsent: 0 };
  private readonly refusals: RefusedTrace[] = [];
  private readonly causes = new Map<string, IssueCause>();
  private readonly leftOut = new Map<string, number>();

  leaveOut(transitions: readonly string[]): void {
    for (const each of transitions) this.leftOut.set(each, (this.leftOut.get(each) ?? 0) + 1);
  }

  refuse(refused: RefusedTrace): void {
    this.counts.refused++;
    if (this.refusals.length < MOST_REFUSALS) this.refusals.push(refused);
    for (const issue of refused.misfits) this.cause(issue, refused.trace);
  }

  private cause({ cause: given, message, remedy, line }: TraceIssue, trace: string): void {
    const wanted = given ?? message;
    const cause = this.causes.has(wanted) || this.causes.size < MOST_CAUSES ? wanted : OTHERS;
    const known = this.causes.get(cause);
    const first = known && known.line <= line ? known : { line, trace, message, ...(remedy && { remedy }) };
    this.causes.set(cause, { ...first, cause, count: (known?.count ?? 0) + 1 });
  }

  report(traces: number, ofTheLog: number, notMet: readonly string[]): ImportReport {
    return {
      traces,
      ...this.counts,
      refusals: this.refusals.sort((a, b) => a.line - b.line),
      causes: [...this.causes.values()].sort((a, b) => b.count - a.count || a.line - b.line),
      leftOut: Object.fromEntries(this.leftOut),
      ofTheLog: ofTheLog,
      notMet: notMet,
    };
  }
}
