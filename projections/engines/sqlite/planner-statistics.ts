// Without statistics, SQLite assumes equally selective indexes, and finds a record's events by their type.
import type { GenerationFile } from './generation-file.js';

const GROWTH = 4;
const FEW = 200;

export function analyzeCollections(file: GenerationFile): void {
  const known = readAnalyzedCounts(file);
  for (const { name } of file.readTables().values()) {
    const { rows } = file.statement(`SELECT max(rowid) AS rows FROM ${name}`).get() as {
      rows: number | null;
    };
    if (rows === null || rows < FEW || rows < GROWTH * (known.get(name) ?? 0)) continue;
    file.database.exec(`PRAGMA analysis_limit = 1000; ANALYZE ${name}`);
  }
}

/** Within the caller's transaction. */
export function dropStatistics(file: GenerationFile, name: string): void {
  if (hasStatistics(file)) file.statement('DELETE FROM sqlite_stat1 WHERE tbl = ?').run(name);
}

function readAnalyzedCounts(file: GenerationFile): ReadonlyMap<string, number> {
  if (!hasStatistics(file)) return new Map();
  const found = file.statement(
    'SELECT tbl, max(CAST(stat AS INTEGER)) AS rows FROM sqlite_stat1 GROUP BY tbl',
  );
  return new Map((found.all() as { tbl: string; rows: number }[]).map(({ tbl, rows }) => [tbl, rows]));
}

function hasStatistics(file: GenerationFile): boolean {
  return file.statement(`SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'`).get() !== undefined;
}
