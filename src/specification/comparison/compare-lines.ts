// Two documents, compared line by line.
import { structuredPatch } from 'diff';

export interface ChangedLine {
  readonly kind: 'same' | 'added' | 'gone';
  readonly text: string;
  /** Its numbers in the two documents. */
  readonly before?: number;
  readonly after?: number;
}

/** Lines that changed, with some around them. */
export type ChangedLines = readonly ChangedLine[];

const AROUND = 3;
/** Lines that are gone and lines that are new, together: the cost grows with the square of their number. */
const MAX_CHANGED_LINES = 2_000;

/** undefined: more than `MAX_CHANGED_LINES` lines changed. */
export function compareLines(before: string, after: string): readonly ChangedLines[] | undefined {
  const options = { context: AROUND, maxEditLength: MAX_CHANGED_LINES };
  const patch = structuredPatch('', '', before, after, '', '', options);
  return patch?.hunks.map(({ oldStart, newStart, lines }) => {
    let [one, other] = [oldStart, newStart];
    return lines.flatMap((line): ChangedLine[] => {
      const text = line.slice(1);
      if (line.startsWith('\\')) return [];
      if (line.startsWith('+')) return [{ kind: 'added', text, after: other++ }];
      if (line.startsWith('-')) return [{ kind: 'gone', text, before: one++ }];
      return [{ kind: 'same', text, before: one++, after: other++ }];
    });
  });
}
