// How wide each tile of a dashboard is, so that every row is filled.

/** Columns of a row. */
export const TILE_COLUMNS: TileSpan = 12;

/** Columns of a tile. */
export type TileSpan = 3 | 4 | 6 | 12;

const MOST_COUNTS_IN_A_ROW = 4;

/**
 * The span of each tile, in their order; the spans of each row add up to TILE_COLUMNS. Counts share rows of up to four, lists and reports
 * rows of two.
 * @param isCount of each tile, in their order
 */
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
