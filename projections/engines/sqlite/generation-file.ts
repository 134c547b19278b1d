import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { existsSync } from 'node:fs';
import { makePrivateFile } from '#platform/private-files.js';
import { openDatabaseReadOnly } from '#platform/read-only-database.js';
import { GenerationInUse, WrittenElsewhere } from '#projections/port/read-model-errors.js';
import { readTables, type CollectionTable } from './collection-tables.js';
import { claimGeneration, readMeta, type GenerationMeta } from './generation-meta.js';
import { defineComparisonKeyFunction } from './filter-to-sql.js';
import {
  damagedGenerationError,
  isBusy,
  translateDamageErrors,
  type StatementCache,
  createStatementCache,
} from './prepared-statements.js';

export interface GenerationFile {
  readonly path: string;
  readonly database: DatabaseSyncInstance;
  readonly statement: StatementCache;
  readonly isBulkLoad: boolean;
  /** Fencing token; 0: no lease. */
  readonly token: number;
  readMeta(): GenerationMeta;
  /** Includes other processes' changes. */
  readTables(): ReadonlyMap<string, CollectionTable>;
  forgetTables(): void;
  close(): void;
}

const SCHEMA = `
  CREATE TABLE meta (
    one INTEGER PRIMARY KEY CHECK (one = 1), checkpoint INTEGER NOT NULL, shape INTEGER NOT NULL,
    token INTEGER NOT NULL DEFAULT 0, last TEXT
  );
  CREATE TABLE collections (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, text TEXT);
  INSERT INTO meta VALUES (1, 0, 0, 0, NULL);`;

export function createGenerationFile(path: string): void {
  makePrivateFile(path);
  const database = new DatabaseSync(path, { timeout: 5000 });
  try {
    database.exec(`PRAGMA page_size = 8192; BEGIN IMMEDIATE; ${SCHEMA} COMMIT`);
  } finally {
    database.close();
  }
}

interface GenerationFileOptions {
  /** Exclusive, for filling. */
  readonly bulk: boolean;
  /** Connections with a smaller token can write no more. */
  readonly token?: number;
}

// Nothing is synced before `endBulk`, but the rollback journal lets a killed rebuild resume.
const BULK = `
  PRAGMA journal_mode = TRUNCATE; PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF;
  PRAGMA cache_size = -12288; PRAGMA threads = 2;
  BEGIN EXCLUSIVE; COMMIT;`;

// A power cut may lose the last transactions, which can be rebuilt, but not corrupt the file.
const LIVE = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384;`;

/** Throws `DamagedGeneration`, `GenerationInUse`, `WrittenElsewhere`. */
export function openGenerationFile(path: string, { bulk, token = 0 }: GenerationFileOptions): GenerationFile {
  assertExists(path);
  const database = new DatabaseSync(path, { timeout: 100 });
  return prepareConnection({ path, database, isBulkLoad: bulk, token }, () => {
    database.exec(bulk ? BULK : LIVE);
    readMeta(database);
    claimGeneration(database, path, token);
    if (!bulk) database.exec('PRAGMA busy_timeout = 5000');
  });
}

/** Small, as there are many readers. */
const READING = 'PRAGMA query_only = ON; PRAGMA cache_size = -8192;';

/** Throws `DamagedGeneration`, `GenerationInUse`. */
export function openGenerationFileToRead(path: string): GenerationFile {
  assertExists(path);
  const database = openDatabaseReadOnly(path);
  return prepareConnection({ path, database, isBulkLoad: false, token: 0 }, () => {
    database.exec(READING);
    readMeta(database);
  });
}

function assertExists(path: string): void {
  if (!existsSync(path)) throw damagedGenerationError(path, 'the file is gone');
}

type Connection = Pick<GenerationFile, 'path' | 'database' | 'isBulkLoad' | 'token'>;

function prepareConnection(connection: Connection, prepare: () => void): GenerationFile {
  const { path, database } = connection;
  try {
    prepare();
  } catch (error) {
    database.close();
    if (error instanceof WrittenElsewhere) throw error;
    if (isBusy(error))
      throw new GenerationInUse(`${path} is being filled by another process.`, { cause: error });
    throw damagedGenerationError(path, error);
  }
  defineComparisonKeyFunction(database);
  return createGenerationHandle({ ...connection, statement: createStatementCache(database) });
}

/** Statements awaiting garbage collection keep the lock, so it is released first. */
const UNLOCK = 'PRAGMA locking_mode = NORMAL; SELECT checkpoint FROM meta';
const SHRINK = 'PRAGMA shrink_memory;';

function createGenerationHandle(parts: Connection & Pick<GenerationFile, 'statement'>): GenerationFile {
  const { path, database, statement, isBulkLoad } = parts;
  let tables: ReadonlyMap<string, CollectionTable> | undefined;
  let lastVersion = -1;
  const dataVersion = () => (statement('PRAGMA data_version').get() as { data_version: number }).data_version;
  return {
    ...parts,
    readMeta: () =>
      translateDamageErrors(
        path,
        () => ({ ...statement('SELECT checkpoint, shape, token FROM meta').get() }) as GenerationMeta,
      ),
    readTables() {
      if (isBulkLoad && tables) return tables;
      const version = translateDamageErrors(path, dataVersion);
      if (tables === undefined || version !== lastVersion)
        tables = translateDamageErrors(path, () => readTables(statement));
      lastVersion = version;
      return tables;
    },
    forgetTables() {
      tables = undefined;
    },
    close() {
      if (!database.isOpen) return;
      try {
        database.exec(SHRINK + (isBulkLoad ? UNLOCK : 'PRAGMA wal_checkpoint(PASSIVE)'));
      } catch {
        // The next opening reads the -wal file.
      }
      database.close();
    },
  };
}
