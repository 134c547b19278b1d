// `generations.sqlite`: generations, skipped events and leases, shared by all processes.
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { makePrivateFile } from '#platform/private-files.js';
import { isWritable, openDatabaseReadOnly } from '#platform/read-only-database.js';
import { describeIntegrityCheckResult, runInTransaction } from '#platform/sqlite.js';
import { QUARANTINED_VERSION, type FoundDifferences } from '#projections/port/generations.js';
import type { GenerationInfo } from '#projections/port/generation.js';
import type { BackgroundDocument } from '#projections/port/background-documents.js';
import type { LeaseRecord } from '#projections/port/leases.js';
import type { SkippedEvent, ProjectionFailure } from '#projections/port/subscription-state-store.js';
import { CORRUPT, type StatementCache, createStatementCache } from './prepared-statements.js';

export type GenerationEntry = Omit<GenerationInfo, 'checkpoint'>;

export interface GenerationsFile {
  entries(projection?: string): readonly GenerationEntry[];
  createUnless(
    projection: string,
    version: number,
    isThere: (known: GenerationEntry) => boolean,
  ): GenerationEntry | undefined;
  activate(projection: string, number: number, found?: FoundDifferences): void;
  drop(projection: string, number: number): void;
  quarantine(projection: string, number: number): void;
  skips(projection: string, version: number): readonly SkippedEvent[];
  skip(projection: string, version: number, skip: SkippedEvent): void;
  failure(projection: string): ProjectionFailure | undefined;
  recordFailure(projection: string, failure: ProjectionFailure | undefined): void;
  lease(name: string): LeaseRecord | undefined;
  changeLease(name: string, expected: LeaseRecord | undefined, next: LeaseRecord): boolean;
  readUpTo(person: string): number | undefined;
  markReadUpTo(person: string, position: number): void;
  forgetReader(person: string): void;
  backgroundCheckpoint(name: string): number | undefined;
  recordBackgroundCheckpoint(name: string, reached: number): void;
  advanceBackgroundCheckpoint(name: string, reached: number): void;
  backgroundDocuments(kind: string): readonly BackgroundDocument[];
  backgroundDocument(kind: string, id: string): BackgroundDocument | undefined;
  changeBackgroundDocument(kind: string, change: BackgroundDocument): boolean;
  removeBackgroundDocument(kind: string, id: string): void;
  /** Not with leases, failures, read positions, checkpoints and documents of workers. */
  countChanges(): number;
  close(): void;
}

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS generations (
    projection TEXT NOT NULL, number INTEGER NOT NULL, version INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('building', 'active', 'kept', 'dropped')),
    PRIMARY KEY (projection, number)
  );
  CREATE UNIQUE INDEX IF NOT EXISTS one_active ON generations (projection) WHERE state = 'active';
  CREATE TABLE IF NOT EXISTS differing (
    projection TEXT NOT NULL, number INTEGER NOT NULL, differences INTEGER NOT NULL, PRIMARY KEY (projection, number)
  );
  CREATE TABLE IF NOT EXISTS skips (
    projection TEXT NOT NULL, version INTEGER NOT NULL, position INTEGER NOT NULL,
    event_id TEXT NOT NULL, reason TEXT NOT NULL, error TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (projection, version, position)
  );
  CREATE TABLE IF NOT EXISTS standstills (projection TEXT PRIMARY KEY, standstill TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS leases (
    name TEXT PRIMARY KEY, holder TEXT NOT NULL, token INTEGER NOT NULL, beat INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS read_positions (person TEXT PRIMARY KEY, position INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS worker_checkpoints (name TEXT PRIMARY KEY, reached INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS background_documents (
    kind TEXT NOT NULL, id TEXT NOT NULL, revision INTEGER NOT NULL, content TEXT NOT NULL, PRIMARY KEY (kind, id)
  );
  CREATE TABLE IF NOT EXISTS changes (one INTEGER PRIMARY KEY CHECK (one = 1), count INTEGER NOT NULL);
  INSERT OR IGNORE INTO changes VALUES (1, 0);`;

export function openGenerationsFile(path: string, canWrite = isWritable(path)): GenerationsFile {
  if (canWrite) makePrivateFile(path);
  const database = canWrite ? new DatabaseSync(path, { timeout: 5000 }) : openDatabaseReadOnly(path);
  try {
    assertUndamaged(database);
    if (canWrite) database.exec(SCHEMA);
  } catch (error) {
    database.close();
    throw error;
  }
  const statement = createStatementCache(database);
  return {
    ...createGenerationQueries(database, statement),
    ...createSkipQueries(database, statement),
    ...createFailureQueries(statement),
    ...createLeaseQueries(database, statement),
    ...createReadPositionQueries(statement),
    ...createBackgroundCheckpointQueries(statement),
    ...createBackgroundDocumentQueries(statement),
    countChanges: () => (statement('SELECT count FROM changes').get() as { count: number }).count,
    close: () => database.close(),
  };
}

/** Throws SQLite's error. */
function assertUndamaged(database: DatabaseSyncInstance): void {
  const found = describeIntegrityCheckResult(database.prepare('PRAGMA quick_check(1)').all());
  if (found !== undefined) throw Object.assign(new Error(found), { errcode: CORRUPT });
}

/** Other processes notice by the count. */
function changeInTransaction<T>(database: DatabaseSyncInstance, run: () => T): T {
  return runInTransaction(database, () => {
    const result = run();
    database.exec('UPDATE changes SET count = count + 1');
    return result;
  });
}

function createGenerationQueries(database: DatabaseSyncInstance, statement: StatementCache) {
  const rows = statement(
    `SELECT projection, number, version, state FROM generations
     WHERE state <> 'dropped' AND (?1 IS NULL OR projection = ?1) ORDER BY projection, number`,
  );
  const add = statement(
    `INSERT INTO generations SELECT ?1, coalesce(max(number), 0) + 1, ?2, 'building' FROM generations
     WHERE projection = ?1 RETURNING projection, number, version, state`,
  );
  // Missing in read-only files of earlier versions.
  const hasDifferencesTable = () =>
    statement(`SELECT 1 FROM sqlite_schema WHERE name = 'differing'`).get() !== undefined;
  const differing = ({ projection, number }: GenerationEntry): number | undefined => {
    if (!hasDifferencesTable()) return undefined;
    const row = statement('SELECT differences FROM differing WHERE projection = ? AND number = ?');
    return (row.get(projection, number) as { differences: number } | undefined)?.differences;
  };
  const setState = statement('UPDATE generations SET state = ? WHERE projection = ? AND number = ?');
  const setVersion = statement('UPDATE generations SET version = ? WHERE projection = ? AND number = ?');
  const entries = (projection?: string) =>
    rows.all(projection ?? null).map((row) => {
      const entry = { ...(row as GenerationEntry) };
      const differences = differing(entry);
      return { ...entry, ...(differences !== undefined && { differences }) };
    });
  const find = (projection: string, number: number): GenerationEntry => {
    const entry = entries(projection).find((candidate) => candidate.number === number);
    if (!entry) throw new Error(`There is no generation ${number} of ${projection}.`);
    return entry;
  };
  return {
    entries,
    createUnless: (projection: string, version: number, isThere: (known: GenerationEntry) => boolean) =>
      changeInTransaction(database, () =>
        entries(projection).some(isThere)
          ? undefined
          : { ...(add.get(projection, version) as GenerationEntry) },
      ),
    activate: (projection: string, number: number, found?: FoundDifferences) =>
      changeInTransaction(database, () => {
        find(projection, number);
        if (found)
          statement('INSERT OR REPLACE INTO differing VALUES (?, ?, ?)').run(
            projection,
            found.generation,
            found.differences,
          );
        const before = entries(projection).find((entry) => entry.state === 'active');
        if (before) setState.run('kept', projection, before.number);
        setState.run('active', projection, number);
      }),
    drop: (projection: string, number: number) =>
      changeInTransaction(database, () => {
        if (find(projection, number).state === 'active')
          throw new Error(
            `Generation ${number} of ${projection} is the active one. Activate another one first.`,
          );
        setState.run('dropped', projection, number);
      }),
    quarantine: (projection: string, number: number) =>
      changeInTransaction(database, () => {
        setVersion.run(QUARANTINED_VERSION, projection, find(projection, number).number);
      }),
  };
}

function createSkipQueries(database: DatabaseSyncInstance, statement: StatementCache) {
  const rows = statement(
    `SELECT position, event_id AS eventId, reason, error, at FROM skips
     WHERE projection = ? AND version = ? ORDER BY position`,
  );
  const add = statement('INSERT OR IGNORE INTO skips VALUES (?, ?, ?, ?, ?, ?, ?)');
  return {
    skips: (projection: string, version: number) =>
      rows.all(projection, version).map((row) => ({ ...(row as SkippedEvent) })),
    skip: (projection: string, version: number, skip: SkippedEvent) =>
      changeInTransaction(database, () => {
        add.run(projection, version, skip.position, skip.eventId, skip.reason, skip.error, skip.at);
      }),
  };
}

function createFailureQueries(statement: StatementCache) {
  const row = statement('SELECT standstill FROM standstills WHERE projection = ?');
  const put = statement('INSERT OR REPLACE INTO standstills VALUES (?, ?)');
  const remove = statement('DELETE FROM standstills WHERE projection = ?');
  return {
    failure(projection: string): ProjectionFailure | undefined {
      const found = row.get(projection) as { standstill: string } | undefined;
      return found && (JSON.parse(found.standstill) as ProjectionFailure);
    },
    recordFailure(projection: string, failure: ProjectionFailure | undefined): void {
      if (failure) put.run(projection, JSON.stringify(failure));
      else remove.run(projection);
    },
  };
}

function createLeaseQueries(database: DatabaseSyncInstance, statement: StatementCache) {
  const row = statement('SELECT holder, token, beat FROM leases WHERE name = ?');
  const add = statement('INSERT OR IGNORE INTO leases (name, holder, token, beat) VALUES (?, ?, ?, ?)');
  const set = statement(
    `UPDATE leases SET holder = ?2, token = ?3, beat = ?4
     WHERE name = ?1 AND holder = ?5 AND token = ?6 AND beat = ?7`,
  );
  return {
    lease(name: string): LeaseRecord | undefined {
      const found = row.get(name);
      return found && { ...(found as unknown as LeaseRecord) };
    },
    changeLease(name: string, expected: LeaseRecord | undefined, next: LeaseRecord): boolean {
      const change = () => {
        const changed = expected
          ? set.run(name, next.holder, next.token, next.beat, expected.holder, expected.token, expected.beat)
          : add.run(name, next.holder, next.token, next.beat);
        return changed.changes === 1;
      };
      return expected?.token === next.token ? withoutSync(database, change) : change();
    },
  };
}

// A power cut may lose a heartbeat, never a token.
function withoutSync<T>(database: DatabaseSyncInstance, run: () => T): T {
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    return run();
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
}

/** Prepared on use, as read-only files of earlier versions lack this table. */
const createReadPositionQueries = (statement: StatementCache) => ({
  readUpTo(person: string): number | undefined {
    const row = statement('SELECT position FROM read_positions WHERE person = ?');
    return (row.get(person) as { readonly position: number } | undefined)?.position;
  },
  markReadUpTo(person: string, position: number): void {
    statement(
      `INSERT INTO read_positions VALUES (?1, ?2)
       ON CONFLICT (person) DO UPDATE SET position = max(position, excluded.position)`,
    ).run(person, position);
  },
  forgetReader(person: string): void {
    statement('DELETE FROM read_positions WHERE person = ?').run(person);
  },
});

const createBackgroundCheckpointQueries = (statement: StatementCache) => ({
  backgroundCheckpoint(name: string): number | undefined {
    const row = statement('SELECT reached FROM worker_checkpoints WHERE name = ?');
    return (row.get(name) as { readonly reached: number } | undefined)?.reached;
  },
  recordBackgroundCheckpoint(name: string, reached: number): void {
    statement('INSERT OR REPLACE INTO worker_checkpoints VALUES (?, ?)').run(name, reached);
  },
  advanceBackgroundCheckpoint(name: string, reached: number): void {
    statement('UPDATE worker_checkpoints SET reached = ?2 WHERE name = ?1 AND reached < ?2').run(
      name,
      reached,
    );
  },
});

interface StoredDocument {
  readonly id: string;
  readonly revision: number;
  readonly content: string;
}

const createBackgroundDocumentQueries = (statement: StatementCache) => ({
  backgroundDocuments(kind: string): readonly BackgroundDocument[] {
    const rows = statement(
      'SELECT id, revision, content FROM background_documents WHERE kind = ? ORDER BY id',
    );
    return (rows.all(kind) as unknown as readonly StoredDocument[]).map(toBackgroundDocument);
  },
  backgroundDocument(kind: string, id: string): BackgroundDocument | undefined {
    const row = statement('SELECT id, revision, content FROM background_documents WHERE kind = ? AND id = ?');
    const found = row.get(kind, id) as StoredDocument | undefined;
    return found && toBackgroundDocument(found);
  },
  changeBackgroundDocument(kind: string, { id, revision, content }: BackgroundDocument): boolean {
    const text = JSON.stringify(content);
    const changed =
      revision === 0
        ? statement('INSERT OR IGNORE INTO background_documents VALUES (?1, ?2, 1, ?3)').run(kind, id, text)
        : statement(
            `UPDATE background_documents SET revision = revision + 1, content = ?4
             WHERE kind = ?1 AND id = ?2 AND revision = ?3`,
          ).run(kind, id, revision, text);
    return changed.changes === 1;
  },
  removeBackgroundDocument(kind: string, id: string): void {
    statement('DELETE FROM background_documents WHERE kind = ? AND id = ?').run(kind, id);
  },
});

const toBackgroundDocument = ({ id, revision, content }: StoredDocument): BackgroundDocument => ({
  id,
  revision,
  content: JSON.parse(content) as unknown,
});
