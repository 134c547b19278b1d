import type { Problem } from '../model/specification.js';

export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

export interface Diagnostics {
  report(spot: SourcePosition, message: string, remedy?: string): void;
  /** Prevents publication, but a published document still runs. */
  reportIfNew(spot: SourcePosition, message: string, remedy?: string): void;
  all(): readonly Problem[];
  /** true: a published version still runs. */
  areOnlyNew(): boolean;
  /** Throws `DiagnosticsLimitError`. */
  spend(steps: number): void;
}

const MAX_LISTED = 200;
const MAX_COLLECTED = 1000;

/** A thousand rules take a fiftieth. */
const MAX_STEPS = 4_000_000;

export class DiagnosticsLimitError extends Error {}

export function createDiagnostics(): Diagnostics {
  const found = new Map<string, Problem>();
  const onlyNew = new Set<string>();
  let more = 0;
  let steps = 0;
  const inOrder = () => [...found.values()].sort((a, b) => a.line - b.line || a.column - b.column);
  const idOf = ({ line, column }: SourcePosition, message: string) => `${line}:${column}:${message}`;
  const report: Diagnostics['report'] = ({ line, column }, message, remedy) => {
    const id = idOf({ line, column }, message);
    if (found.has(id)) return;
    if (found.size < MAX_LISTED)
      found.set(id, remedy === undefined ? { line, column, message } : { line, column, message, remedy });
    else if (MAX_LISTED + ++more >= MAX_COLLECTED) throw new DiagnosticsLimitError();
  };
  return {
    report,
    reportIfNew(spot, message, remedy) {
      const id = idOf(spot, message);
      if (!found.has(id)) onlyNew.add(id);
      report(spot, message, remedy);
    },
    areOnlyNew: () => more === 0 && [...found.keys()].every((id) => onlyNew.has(id)),
    spend(count) {
      steps += count;
      if (steps <= MAX_STEPS) return;
      found.set('', {
        line: 1,
        column: 1,
        message: 'this document is too large: checking it takes too many steps',
        remedy: 'split it into several applications',
      });
      throw new DiagnosticsLimitError();
    },
    all: () => (more === 0 ? inOrder() : [...inOrder(), summarizeRemaining(inOrder().at(-1)!, more)]),
  };
}

function summarizeRemaining({ line, column }: Problem, more: number): Problem {
  const count =
    MAX_LISTED + more >= MAX_COLLECTED ? `at least ${more.toLocaleString('en')}` : more.toLocaleString('en');
  return { line, column, message: `and ${count} more problems`, remedy: 'correct the ones above first' };
}

export function createTentativeDiagnostics({ spend }: Diagnostics): Diagnostics {
  return { ...createDiagnostics(), spend };
}
