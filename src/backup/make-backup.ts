// The installation may be serving meanwhile.
import { existsSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Configuration } from '#configuration/configuration.js';
import { describeEngine } from '#configuration/engine-address.js';
import { createEventCodec, NO_UPCASTERS } from '#event-store/event-codec.js';
import { openFolderFileStore } from '#event-store/files/folder/folder-file-store.js';
import type { LogHash } from '#event-store/log-hash-chain.js';
import { openPersonKeysFile } from '#event-store/personal-data/person-keys-file.js';
import { toPersonKeyState } from '#event-store/personal-data/person-keys-store.js';
import { collectPersonKeyNames } from '#event-store/personal-data/personal-data.js';
import { checkLogFile, checkSqliteFile } from '#event-store/sqlite/check-log-file.js';
import { translateSqliteError } from '#event-store/sqlite/sqlite-errors.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { createFileOnce } from '#platform/create-file-once.js';
import { makePrivateFile, makePrivateFolder } from '#platform/private-files.js';
import { openDatabaseReadOnly } from '#platform/read-only-database.js';
import { openEventStore, openInstallationFileStore } from '../installation/storage-engines.js';
import { BackupRefused } from './backup-refused.js';
import { copyFiles } from '../log-copy/copy-files.js';
import { destroyErasedKeys, isErasureEvent } from './destroy-erased-keys.js';
import { syncToDisk } from './sync-to-disk.js';
import { readEventsUpToHead } from './read-events-up-to-head.js';
import {
  FILES_FOLDER,
  KEYS_FILE,
  LOG_FILE,
  MANIFEST_FILE,
  formatManifest,
  hashBackupFile,
  type BackupContent,
} from './backup-manifest.js';

type SqlitePlaces = { readonly log: string; readonly keys: string | undefined };

/** Both are copied again where a key was destroyed meanwhile. */
const ATTEMPTS = 5;

/** Throws `BackupRefused` and errors of engines and disk; then no folder remains. */
export async function makeBackup(configuration: Configuration, named: string): Promise<BackupContent> {
  const places = placesOf(configuration);
  const folder = folderNamed(named);
  mustBeFree(folder, configuration);
  // The name never stands for half a backup.
  const draft = join(dirname(folder), `.${basename(folder)}.unfinished-${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  makePrivateFolder(draft);
  try {
    const content = await fill(configuration, places, draft);
    await durable(draft, content);
    if (existsSync(folder)) rmSync(folder, { recursive: true });
    renameSync(draft, folder);
    await syncToDisk(dirname(folder));
    return content;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function placesOf({ events, keys }: Configuration): SqlitePlaces {
  if (events.engine !== 'sqlite')
    throw new BackupRefused(
      `The log is on a server, ${describeEngine(events)}: back it up by its maker's means, the log first, then the database of the keys, then that of the files. ` +
        'Or copy it into a file: daybook copy --to sqlite:PATH.',
    );
  return { log: events.path, keys: keys.engine === 'sqlite' ? keys.path : undefined };
}

/** Follows a link, which may lead to another disk. */
function folderNamed(named: string): string {
  if (named.trim() === '') throw new BackupRefused('Name a folder that is not there yet, for the backup.');
  return existsSync(named) ? realpathSync(named) : resolve(named);
}

function mustBeFree(folder: string, { files }: Pick<Configuration, 'files'>): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new BackupRefused(`${folder} is there, and not empty. Name a folder that is not there yet.`);
  if (files.engine === 'folder' && !relative(files.path, folder).startsWith('..'))
    throw new BackupRefused(
      `${folder} is in ${files.path}, and uploads are kept there. Name another folder.`,
    );
}

async function fill(
  configuration: Configuration,
  places: SqlitePlaces,
  draft: string,
): Promise<BackupContent> {
  const log = await copyDatabases(configuration, places, draft);
  const copiedKeys = join(draft, KEYS_FILE);
  if (existsSync(copiedKeys)) await destroyErasedKeys(join(draft, LOG_FILE), copiedKeys);
  const missingKeys = places.keys === undefined ? 0 : await countMissingKeys(draft, existsSync(places.keys));
  // After the log, so that every file of which it knows exists.
  await copyUploads(configuration, join(draft, FILES_FOLDER));
  const pieces = [];
  for (const path of filesIn(draft)) pieces.push(await hashBackupFile(draft, path));
  const { events, sha256 } = log;
  return { format: 1, at: new Date().toISOString(), log: { events, sha256 }, missingKeys, pieces };
}

/** The log first: every event of the copy then finds its key, unless destroyed in between. */
async function copyDatabases(
  configuration: Configuration,
  places: SqlitePlaces,
  draft: string,
): Promise<LogHash> {
  for (let attempt = 1; ; attempt++) {
    for (const name of [LOG_FILE, KEYS_FILE]) rmSync(join(draft, name), { force: true });
    vacuumInto(places.log, join(draft, LOG_FILE));
    if (places.keys !== undefined && existsSync(places.keys)) vacuumInto(places.keys, join(draft, KEYS_FILE));
    const { issue, hashes } = checkLogFile(join(draft, LOG_FILE));
    if (issue || !hashes)
      throw new BackupRefused(
        `The log cannot be backed up as it is: ${issue?.adminMessage ?? 'it could not be read'}`,
      );
    if (!(await wasErasedAfter(configuration, hashes.whole.position))) return hashes.whole;
    if (attempt === ATTEMPTS)
      throw new BackupRefused(
        'People or records were erased again and again meanwhile. Run the same command again.',
      );
  }
}

async function wasErasedAfter({ events }: Configuration, position: number): Promise<boolean> {
  const store = await openEventStore({ events }, { codec: createEventCodec(NO_UPCASTERS), isReadOnly: true });
  try {
    for await (const event of readEventsUpToHead(store, position)) if (isErasureEvent(event)) return true;
    return false;
  } finally {
    await store.close();
  }
}

/** One moment of a database that may be in use, without removed rows. */
function vacuumInto(from: string, to: string): void {
  const database = openDatabaseReadOnly(from);
  try {
    // SQLite writes into an empty file, and keeps its mode.
    makePrivateFile(to);
    database.prepare('VACUUM INTO ?').run(to);
  } catch (error) {
    throw translateSqliteError(error, { path: to, shown: 'the copy' });
  } finally {
    database.close();
  }
}

/** Of sealed values that were not erased. */
async function countMissingKeys(draft: string, hasKeys: boolean): Promise<number> {
  const owners = new Set<string>();
  const store = openSqliteEventStore(join(draft, LOG_FILE), {
    codec: createEventCodec(NO_UPCASTERS),
    isReadOnly: true,
  });
  try {
    for await (const { data, metadata } of readEventsUpToHead(store, 0))
      for (const owner of [...collectPersonKeyNames(data), ...collectPersonKeyNames(metadata)])
        owners.add(owner);
  } finally {
    await store.close();
  }
  if (!hasKeys || owners.size === 0) return owners.size;
  const damage = checkSqliteFile(join(draft, KEYS_FILE));
  if (damage !== undefined)
    throw new BackupRefused(`The keys cannot be backed up as they are: they are damaged (${damage}).`);
  const keys = openPersonKeysFile(join(draft, KEYS_FILE), { isReadOnly: true });
  try {
    const rows = await keys.find([...owners]);
    // A destroyed key is a row without one.
    return [...owners].filter(
      (owner) => !rows.has(owner) || !['kept', 'destroyed'].includes(toPersonKeyState(rows.get(owner)!)),
    ).length;
  } finally {
    keys.close();
  }
}

async function copyUploads(configuration: Configuration, to: string): Promise<void> {
  const source = await openInstallationFileStore(configuration);
  const target = openFolderFileStore(to);
  try {
    await copyFiles(source, target);
  } finally {
    await source.close();
    await target.close();
  }
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** The manifest last: without it nothing is a backup. */
async function durable(draft: string, content: BackupContent): Promise<void> {
  for (const { path } of content.pieces) await syncToDisk(join(draft, path));
  createFileOnce(join(draft, MANIFEST_FILE), formatManifest(content));
  await syncToDisk(draft);
}
