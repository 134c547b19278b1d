export const TILE_COLUMNS: TileSpan = 12;

export type TileSpan = 3 | 4 | 6 | 12;

const MOST_COUNTS_IN_A_ROW = 4;

/** Each row adds up to TILE_COLUMNS: up to four counts, or two lists or reports. */
export function layOutTiles(isCount: readonly boolean[]): readonly TileSpan[] {
  if (isCount.length === 0) return [];
  const row = nextRow(isCount);
  return [...row, ...layOutTiles(isCount.slice(row.length))];
}

function nextRow(rest: readonly boolean[]): readonly TileSpan[] {
  const counts = rest.findIndex((isCount) => !isCount);
  const run = counts < 0 ? rest.length : counts;
  if (run > 0) return countRow(run);
  return rest.length === 1 || rest[1] ? [TILE_COLUMNS] : [6, 6];
}

function countRow(run: number): readonly TileSpan[] {
  const rows = Math.ceil(run / MOST_COUNTS_IN_A_ROW);
  const inThisRow = Math.ceil(run / rows);
  return Array.from({ length: inThisRow }, () => (TILE_COLUMNS / inThisRow) as TileSpan);
}
