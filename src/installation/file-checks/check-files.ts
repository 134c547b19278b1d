// Looks through every SQLite file of an installation for what was overwritten.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Configuration } from '#configuration/configuration.js';
import { checkSqliteFile, checkLogFile, type LogFileCheck } from '#event-store/sqlite/check-integrity.js';
import type { LogHashes } from '#event-store/log-hash-chain.js';
import { openReadOnly } from '#platform/read-only.js';
import type { HealthIssue } from '#platform/health-issues.js';

export type FileEngines = Pick<Configuration, 'events' | 'reads' | 'keys'>;

export interface FileFindings {
  /** Files that were read through and are whole. */
  readonly whole: readonly string[];
  readonly healthIssues: readonly HealthIssue[];
  /** Read models in use that are damaged: they can be built again. */
  readonly generations: readonly {
    readonly projection: string;
    readonly number: number;
    readonly why: string;
  }[];
  /** Of a log in a file that was read through and is sound. */
  readonly hashes?: LogHashes | undefined;
}

export function checkFiles(
  { events, reads, keys }: FileEngines,
  options?: Parameters<typeof checkLogFile>[1],
): FileFindings {
  const {
    issue: log,
    hashes,
    unprotected,
  }: Partial<LogFileCheck> = events.engine === 'sqlite' && existsSync(events.path)
    ? checkLogFile(events.path, options)
    : {};
  const ofKeys = keys.engine === 'sqlite' && existsSync(keys.path) ? checkKeys(keys.path) : undefined;
  const { list, generations, whole } =
    reads.engine === 'sqlite' ? checkReads(reads.folder) : { list: undefined, generations: [], whole: [] };
  const wholeUnless = (issue: HealthIssue | undefined, place: FileEngines['events' | 'keys']) =>
    place.engine === 'sqlite' && issue === undefined && existsSync(place.path) ? [place.path] : [];
  return {
    healthIssues: [log, unprotected, ofKeys, list].filter((each) => each !== undefined),
    generations,
    hashes,
    whole: [...wholeUnless(log, events), ...wholeUnless(ofKeys, keys), ...whole],
  };
}

function checkKeys(path: string): HealthIssue | undefined {
  const why = checkSqliteFile(path);
  return why === undefined
    ? undefined
    : {
        key: 'keys',
        adminMessage: `The keys file ${path} is damaged (${why}). Personal data cannot be read where its key is lost. Stop Daybook, keep the damaged file, and restore the keys from a backup.`,
        publicMessage: 'the file of keys is damaged',
        severity: 'error',
      };
}

interface ReadModelFindings extends Omit<FileFindings, 'healthIssues'> {
  readonly list: HealthIssue | undefined;
}

function checkReads(folder: string): ReadModelFindings {
  const path = join(folder, 'generations.sqlite');
  if (!existsSync(path)) return { list: undefined, generations: [], whole: [] };
  const damage = checkSqliteFile(path);
  if (damage !== undefined) return { list: damagedList(path, damage), generations: [], whole: [] };
  const checked = inUse(path).map(({ projection, number }) => {
    const file = join(folder, `${projection}.${number}.sqlite`);
    const why = existsSync(file) ? checkSqliteFile(file, documents) : 'the file is gone';
    return { projection, number, file, why };
  });
  return {
    list: undefined,
    generations: checked.flatMap(({ projection, number, why }) =>
      why === undefined ? [] : [{ projection, number, why }],
    ),
    whole: [path, ...checked.filter(({ why }) => why === undefined).map(({ file }) => file)],
  };
}

const damagedList = (path: string, why: string): HealthIssue => ({
  key: 'list of read models',
  adminMessage: `The list of read models ${path} is damaged (${why}). Nothing is lost: start Daybook again, and it is made anew, and the read models are built from the log.`,
  publicMessage: 'the list of read models is damaged',
  severity: 'error',
});

function inUse(path: string): readonly { readonly projection: string; readonly number: number }[] {
  const database = openReadOnly(path);
  try {
    return database
      .prepare("SELECT projection, number FROM generations WHERE state = 'active' AND version > 0")
      .all() as { projection: string; number: number }[];
  } finally {
    database.close();
  }
}

/** A document's text may be overwritten where SQLite keeps no structure. */
function documents(database: DatabaseSyncInstance): string | undefined {
  const tables = database.prepare('SELECT number, name FROM collections').all() as {
    number: number;
    name: string;
  }[];
  for (const { number, name } of tables) {
    const broken = database.prepare(`SELECT id FROM c${number} WHERE NOT json_valid(document) LIMIT 1`).get();
    if (broken) return `document ${String((broken as { id: unknown }).id)} of ${name} is no JSON`;
  }
  return undefined;
}
