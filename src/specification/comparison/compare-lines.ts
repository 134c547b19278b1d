import { structuredPatch } from 'diff';

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'gone';
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
}

export type DiffHunk = readonly DiffLine[];

const AROUND = 3;
/** Cost is quadratic. */
const MAX_CHANGED_LINES = 2_000;

export function compareLines(before: string, after: string): readonly DiffHunk[] | undefined {
  const options = { context: AROUND, maxEditLength: MAX_CHANGED_LINES };
  const patch = structuredPatch('', '', before, after, '', '', options);
  return patch?.hunks.map(({ oldStart, newStart, lines }) => {
    let [one, other] = [oldStart, newStart];
    return lines.flatMap((line): DiffLine[] => {
      const text = line.slice(1);
      if (line.startsWith('\\')) return [];
      if (line.startsWith('+')) return [{ kind: 'added', text, after: other++ }];
      if (line.startsWith('-')) return [{ kind: 'gone', text, before: one++ }];
      return [{ kind: 'same', text, before: one++, after: other++ }];
    });
  });
}
