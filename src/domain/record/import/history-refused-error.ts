import { Refused, type Reason } from '#domain/refusal.js';

export interface HistoryIssue {
  readonly line: number;
  readonly reason: Reason;
  /** “Pay” while “Draft” */
  readonly cause: string;
}

const CAUSES_BY_CODE: Readonly<Record<string, string>> = {
  NOT_UNIQUE: 'a value that has to be unique is taken',
  AMBIGUOUS_NUMBER: 'it is not certain which number is meant',
};

export function describeCause({ code, message, fields = [] }: Reason): string {
  const words = Object.hasOwn(CAUSES_BY_CODE, code) ? CAUSES_BY_CODE[code] : undefined;
  return words === undefined ? message : `\`${fields.join()}\`: ${words}`;
}

export class HistoryRefusedError extends Refused {
  constructor(readonly issues: readonly HistoryIssue[]) {
    super(issues.map(({ line, reason }) => ({ ...reason, message: `Line ${line}: ${reason.message}` })));
  }
}
