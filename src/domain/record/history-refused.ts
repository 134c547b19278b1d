// A history that does not fit, with all its misfits: each step on its own line, in its own words.
import { Refused, type Reason } from '../refusal.js';

export interface HistoryMisfit {
  /** Of the log. */
  readonly line: number;
  readonly reason: Reason;
  /** What others of its kind have in common: “Pay” while “Draft”. */
  readonly cause: string;
}

export class HistoryRefused extends Refused {
  constructor(readonly misfits: readonly HistoryMisfit[]) {
    super(misfits.map(({ line, reason }) => ({ ...reason, message: `Line ${line}: ${reason.message}` })));
  }
}
