// Matches people of an archive with people here: `person,here` in each line of a CSV file.
import { parse } from 'csv-parse/sync';
import { normalizeUniqueValue } from '#domain/claim/normalize-unique-value.js';
import { refuseArchive } from './refuse-archive.js';

export const NEW_PERSON = 'new';

export interface PeopleTableRow {
  readonly line: number;
  /** Id, sign-in name or name in the archive. */
  readonly person: string;
  /** Id or sign-in name here, or `new`. */
  readonly here: string;
}

interface NamedPerson {
  readonly id: string;
  readonly name: string | null;
  readonly signInName: string | null;
}

/** A row may name somebody by id, sign-in name or name. */
export const findRowOf = (
  rows: readonly PeopleTableRow[],
  { id, name, signInName }: NamedPerson,
): PeopleTableRow | undefined =>
  rows.find(
    ({ person }) =>
      person === id ||
      [signInName, name].some(
        (each) => each !== null && normalizeUniqueValue(each) === normalizeUniqueValue(person),
      ),
  );

const HEADINGS = ['person', 'here'];

/** Throws `ArchiveRefused`. */
export function parsePeopleTable(name: string, text: string): readonly PeopleTableRow[] {
  const rows = parseCsv(name, text);
  const isHeading = (cells: readonly string[]) =>
    HEADINGS.every((heading, index) => cells[index]?.toLowerCase() === heading);
  return rows
    .map(({ record, info }) => ({ cells: record, line: info.lines }))
    .filter(({ cells }, index) => !(index === 0 && isHeading(cells)))
    .map(({ cells, line }) => {
      const [person = '', here = '', ...more] = cells;
      if (person === '' || here === '' || more.some((cell) => cell !== ''))
        throw refuseArchive('tableLine', { table: name, line, new: NEW_PERSON });
      return { line, person, here };
    });
}

interface CsvRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function parseCsv(name: string, text: string): readonly CsvRow[] {
  try {
    return parse(text, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
      delimiter: [',', ';', '\t'],
    }) as unknown as readonly CsvRow[];
  } catch (error) {
    throw refuseArchive('noTable', { table: name, error: (error as Error).message }, { cause: error });
  }
}
