import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Configuration } from '#configuration/configuration.js';
import {
  checkSqliteFile,
  checkLogFile,
  type LogFileCheckResult,
} from '#event-store/sqlite/check-log-file.js';
import type { LogHashResult } from '#event-store/log-hash-chain.js';
import { openDatabaseReadOnly } from '#platform/read-only-database.js';
import type { HealthIssue } from '#platform/health-issues.js';

export type DatabaseFileEngines = Pick<Configuration, 'events' | 'reads' | 'keys'>;

export interface DatabaseFileFindings {
  readonly whole: readonly string[];
  readonly healthIssues: readonly HealthIssue[];
  /** In use; can be rebuilt. */
  readonly generations: readonly {
    readonly projection: string;
    readonly number: number;
    readonly why: string;
  }[];
  /** Of an undamaged log file. */
  readonly hashes?: LogHashResult | undefined;
}

export function checkDatabaseFiles(
  { events, reads, keys }: DatabaseFileEngines,
  options?: Parameters<typeof checkLogFile>[1],
): DatabaseFileFindings {
  const {
    issue: log,
    hashes,
    unprotected,
  }: Partial<LogFileCheckResult> = events.engine === 'sqlite' && existsSync(events.path)
    ? checkLogFile(events.path, options)
    : {};
  const ofKeys = keys.engine === 'sqlite' && existsSync(keys.path) ? checkKeys(keys.path) : undefined;
  const { list, generations, whole } =
    reads.engine === 'sqlite' ? checkReads(reads.folder) : { list: undefined, generations: [], whole: [] };
  const wholeUnless = (issue: HealthIssue | undefined, place: DatabaseFileEngines['events' | 'keys']) =>
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

interface ReadModelFindings extends Omit<DatabaseFileFindings, 'healthIssues'> {
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
  const database = openDatabaseReadOnly(path);
  try {
    return database
      .prepare("SELECT projection, number FROM generations WHERE state = 'active' AND version > 0")
      .all() as { projection: string; number: number }[];
  } finally {
    database.close();
  }
}

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
