// Collects what is wrong in a document while it is being checked, so that all of it is told at once.
import type { Problem } from '../specification.js';

export interface Spot {
  readonly line: number;
  readonly column: number;
}

export interface Problems {
  report(spot: Spot, message: string, remedy?: string): void;
  /** Sorted by place; what was said twice of one place is said once. */
  all(): readonly Problem[];
}

/** More than this nobody reads, and a hostile document could make millions. */
const AT_MOST = 1000;

export function collectProblems(): Problems {
  const found = new Map<string, Problem>();
  return {
    report({ line, column }, message, remedy) {
      const id = `${line}:${column}:${message}`;
      if (found.has(id) || found.size >= AT_MOST) return;
      found.set(id, remedy === undefined ? { line, column, message } : { line, column, message, remedy });
    },
    all: () => [...found.values()].sort((a, b) => a.line - b.line || a.column - b.column),
  };
}
