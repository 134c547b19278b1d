import type { ListPage } from '#views/view-models/list.js';
import type { RecordsPage } from '#query-handling/lists/list-records.js';
import { isSummable, MOST_SUMMED } from '#query-handling/lists/list-sums.js';
import type { ReadRights } from '#query-handling/visibility/read-rights.js';
import { formatFixedPoint } from '#specification/model/stored-value.js';
import type { Entity, Screen } from '#specification/model/specification.js';

export const listSummedColumns = (
  { columns }: Pick<Screen, 'columns'>,
  rights: Pick<ReadRights, 'entity' | 'open'>,
): readonly string[] =>
  columns.filter((key) => {
    const field = rights.entity.fields.find((each) => each.key === key);
    return field !== undefined && isSummable(field, rights);
  });

interface SumSource {
  readonly entity: Entity;
  readonly screen: Screen;
  /** Whether a column is readable in every record. */
  readonly open: (column: string) => boolean;
  readonly page: Pick<RecordsPage, 'sums' | 'items'>;
}

export function presentSums({ entity, screen, open, page }: SumSource): Pick<ListPage, 'sums'> {
  const columns = listSummedColumns(screen, { entity, open });
  if (columns.length === 0 || page.items.length === 0) return {};
  const cells = columns.flatMap((key) => {
    const units = page.sums?.amounts.get(key);
    const field = entity.fields.find((each) => each.key === key)!;
    if (units === undefined) return [];
    const { places, currency } = field;
    const exact = formatFixedPoint(units, places);
    return [[key, { exact, places, ...(currency !== undefined && { currency }) }] as const];
  });
  const { sums } = page;
  return {
    sums: { cells: Object.fromEntries(cells), ...(sums ? { count: sums.count } : { above: MOST_SUMMED }) },
  };
}
