// Collects all diagnostics of a document, so that they are reported at once.
import type { Problem } from '../model/specification.js';

export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

export interface Diagnostics {
  report(spot: SourcePosition, message: string, remedy?: string): void;
  /** What was accepted once: it keeps a document from being published, and a published one from nothing. */
  reportIfNew(spot: SourcePosition, message: string, remedy?: string): void;
  /** Sorted by position, without duplicates. */
  all(): readonly Problem[];
  /** Whether a version that is published already runs all the same. */
  areOnlyNew(): boolean;
  /** Counts what checking costs. Throws `TooLarge` where it costs more than any document may. */
  spend(steps: number): void;
}

const MAX_LISTED = 200;
/** Who has made so many mistakes hears of the next ones after mending the first. */
const MAX_COLLECTED = 1000;

/** A document of a thousand rules takes a fiftieth of it. */
const MAX_STEPS = 4_000_000;

/** Stops the check: the diagnostics found so far suffice. */
export class DiagnosticsLimit extends Error {}

export function collectDiagnostics(): Diagnostics {
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
    else if (MAX_LISTED + ++more >= MAX_COLLECTED) throw new DiagnosticsLimit();
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
      throw new DiagnosticsLimit();
    },
    all: () => (more === 0 ? inOrder() : [...inOrder(), summarizeRemaining(inOrder().at(-1)!, more)]),
  };
}

function summarizeRemaining({ line, column }: Problem, more: number): Problem {
  const count =
    MAX_LISTED + more >= MAX_COLLECTED ? `at least ${more.toLocaleString('en')}` : more.toLocaleString('en');
  return { line, column, message: `and ${count} more problems`, remedy: 'correct the ones above first' };
}

/** Finds problems that may turn out to be none; what it costs counts all the same. */
export function collectTentativeDiagnostics({ spend }: Diagnostics): Diagnostics {
  return { ...collectDiagnostics(), spend };
}
