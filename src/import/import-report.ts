// What came of an import: how much was taken over, and what did not fit, grouped by its cause.
import type { TraceMisfit } from './trace-misfit.js';

export interface RefusedTrace {
  readonly trace: string;
  readonly line: number;
  readonly misfits: readonly TraceMisfit[];
}

/** What many misfits have in common. */
export interface MisfitCause {
  readonly cause: string;
  readonly count: number;
  /** Where it is met first. */
  readonly line: number;
  readonly trace: string;
  /** In the words of the first. */
  readonly message: string;
  readonly remedy?: string;
}

export interface ImportReport {
  readonly traces: number;
  /** Cases that are new. */
  readonly imported: number;
  /** Cases that were here and have grown. */
  readonly grown: number;
  readonly already: number;
  /** Events appended: openings and actions. */
  readonly events: number;
  readonly refused: number;
  /** Calls and mails that the history would have made, and that were not made. */
  readonly unsent: number;
  /** The first of them, in the order of the log. */
  readonly refusals: readonly RefusedTrace[];
  /** Every misfit counts; the most frequent first. */
  readonly causes: readonly MisfitCause[];
  /** Transition → how many of its events `--only` left out. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Times without a zone that the clocks showed twice: the earlier was taken. */
  readonly twice: number;
  /** Attributes the log has of its own, besides its cases: they are not taken over. */
  readonly ofTheLog: number;
  /** Attributes to leave out that no case and no event has. */
  readonly notMet: readonly string[];
}

/** However large the log is, its report is not. */
const MOST_REFUSALS = 1_000;
const MOST_CAUSES = 1_000;
const OTHERS = 'other causes';

type Counts = {
  -readonly [K in 'imported' | 'grown' | 'already' | 'events' | 'refused' | 'twice' | 'unsent']: number;
};

export class Tally {
  readonly counts: Counts = { imported: 0, grown: 0, already: 0, events: 0, refused: 0, twice: 0, unsent: 0 };
  private readonly refusals: RefusedTrace[] = [];
  private readonly causes = new Map<string, MisfitCause>();
  private readonly leftOut = new Map<string, number>();

  leaveOut(transitions: readonly string[]): void {
    for (const each of transitions) this.leftOut.set(each, (this.leftOut.get(each) ?? 0) + 1);
  }

  refuse(refused: RefusedTrace): void {
    this.counts.refused++;
    if (this.refusals.length < MOST_REFUSALS) this.refusals.push(refused);
    for (const misfit of refused.misfits) this.cause(misfit, refused.trace);
  }

  private cause({ cause: given, message, remedy, line }: TraceMisfit, trace: string): void {
    const asked = given ?? message;
    const cause = this.causes.has(asked) || this.causes.size < MOST_CAUSES ? asked : OTHERS;
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
      ofTheLog,
      notMet,
    };
  }
}
