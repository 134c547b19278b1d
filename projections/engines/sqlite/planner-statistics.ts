// What SQLite's planner knows of a collection: how many documents share a value. Without it, it takes all indexes for
// equally good, and looks for the events of one record among all events of a type.
import type { GenerationFile } from './generation-file.js';

/** Measured again when a collection has grown so many times larger. */
const GROWTH = 4;
/** Below that, every way of finding them is quick. */
const FEW = 200;

/** Inside the caller's transaction. Looks at a sample of each index: some milliseconds for a collection of any size. */
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

/** Inside the caller's transaction: after a collection got other indexes. */
export function dropStatistics(file: GenerationFile, name: string): void {
  if (hasStatistics(file)) file.statement('DELETE FROM sqlite_stat1 WHERE tbl = ?').run(name);
}

function readAnalyzedCounts(file: GenerationFile): ReadonlyMap<string, number> {
  if (!hasStatistics(file)) return new Map();
  // A statistic begins with the number of rows.
  const found = file.statement(
    'SELECT tbl, max(CAST(stat AS INTEGER)) AS rows FROM sqlite_stat1 GROUP BY tbl',
  );
  return new Map((found.all() as { tbl: string; rows: number }[]).map(({ tbl, rows }) => [tbl, rows]));
}

function hasStatistics(file: GenerationFile): boolean {
  return file.statement(`SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'`).get() !== undefined;
}
