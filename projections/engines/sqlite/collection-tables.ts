// Which collections a generation's file has, and what their tables hold, as the file itself says.
import { keySql } from './filter-to-sql.js';
import type { Table } from './ordered.js';
import type { StatementCache } from './statements.js';

export interface CollectionTable extends Table {
  readonly collection: string;
  /** Paths that have a key column. */
  readonly keys: ReadonlyMap<string, string>;
  /** Paths whose words the search table holds; undefined: it has none yet. */
  readonly text: readonly string[] | undefined;
  readonly searchMade: SearchMade | undefined;
}

export function readTables(statement: StatementCache): ReadonlyMap<string, CollectionTable> {
  const rows = statement('SELECT number, name, text FROM collections').all() as unknown as {
    number: number;
    name: string;
    text: string | null;
  }[];
  return new Map(rows.map((row) => [row.name, tableOf(statement, row)]));
}

function tableOf(
  statement: StatementCache,
  row: { number: number; name: string; text: string | null },
): CollectionTable {
  const columns = statement('SELECT name FROM pragma_table_info(?)').all(`c${row.number}`) as {
    name: string;
  }[];
  const keys = new Map(
    columns
      .filter((column) => column.name.startsWith('key:'))
      .map((column) => [column.name.slice('key:'.length), `"${column.name}"`]),
  );
  return {
    collection: row.name,
    name: `c${row.number}`,
    keys,
    key: (path) => keySql(path, keys),
    ...searchOf(row),
  };
}

/** As it stands in `collections.text`: what the search table holds and how it was made. */
export interface SearchMade {
  readonly paths: readonly string[];
  /** So many letters of words are indexed by themselves; undefined, in files of earlier versions: none. */
  readonly letters?: number;
  /** Rows are in the order of ids. */
  readonly inOrder?: boolean;
}

function searchOf({ number, text }: { number: number; text: string | null }) {
  if (text === null) return { text: undefined, search: undefined, inOrder: false, searchMade: undefined };
  const parsed = JSON.parse(text) as SearchMade | string[];
  const made: SearchMade = Array.isArray(parsed) ? { paths: parsed } : parsed;
  return { text: made.paths, search: `t${number}`, inOrder: made.inOrder === true, searchMade: made };
}
