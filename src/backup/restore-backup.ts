// Into an empty place, verified before and afterwards.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { z } from 'zod';
import type { Configuration } from '#configuration/configuration.js';
import { describeEngine } from '#configuration/engine-address.js';
import { checkLogFile } from '#event-store/sqlite/check-log-file.js';
import { createFileOnce, removeAbandonedTemporaryFiles } from '#platform/create-file-once.js';
import { isProcessRunning } from '#platform/is-process-running.js';
import { RESTORE_MARKER_FILE } from '../installation/data-folder.js';
import { copyToPrivateFile, makePrivateFolder } from '#platform/private-files.js';
import { BackupRefused } from './backup-refused.js';
import { destroyErasedKeys } from './destroy-erased-keys.js';
import { syncToDisk } from './sync-to-disk.js';
import {
  FILES_FOLDER,
  KEYS_FILE,
  LOG_FILE,
  assertBackupComplete,
  readManifest,
  type BackupContent,
} from './backup-manifest.js';

/** In order of restoring: the log last, since nothing works without it. */
interface RestorePlaces {
  readonly keys: string;
  readonly files: string;
  readonly log: string;
}

/** A marker exists from before the first file until after the last, so that other commands refuse it. Throws `BackupRefused`; nothing new remains then. */
export async function restoreBackup(configuration: Configuration, folder: string): Promise<BackupContent> {
  const places = placesOf(configuration);
  const content = readManifest(folder);
  removeInterrupted(configuration);
  mustBeFree(configuration, places);
  await assertBackupComplete(folder, content);
  for (const place of [configuration.data, ...Object.values(places).map(dirname)]) makePrivateFolder(place);
  const marker = join(configuration.data, RESTORE_MARKER_FILE);
  const drafts = draftsOf(places);
  const made = withCompanions([...Object.values(drafts), ...Object.values(places)]);
  createFileOnce(marker, `${JSON.stringify({ process: process.pid, made } satisfies Marker)}\n`);
  if (readMarker(marker)?.process !== process.pid) throw restoredByAnother(configuration, marker);
  try {
    copyPieces(folder, content, drafts);
    mustBeTheSameLog(drafts.log, content);
    if (existsSync(drafts.keys)) await destroyErasedKeys(drafts.log, drafts.keys);
    for (const name of NAMES) if (existsSync(drafts[name])) await syncToDisk(drafts[name]);
    for (const name of NAMES) if (existsSync(drafts[name])) renameSync(drafts[name], places[name]);
    for (const place of new Set(Object.values(places).map(dirname))) await syncToDisk(place);
  } catch (error) {
    // None existed before.
    removeAll(made);
    removeAll([marker]);
    throw error;
  }
  removeAll(withCompanions(Object.values(drafts)));
  rmSync(marker);
  await syncToDisk(configuration.data);
  return content;
}

const NAMES = ['keys', 'files', 'log'] as const;

const draftsOf = (places: RestorePlaces) =>
  Object.fromEntries(
    Object.entries(places).map(([name, place]) => [name, `${place}.restoring`]),
  ) as unknown as RestorePlaces;

const removeAll = (paths: readonly string[]) =>
  paths.forEach((path) => rmSync(path, { recursive: true, force: true }));

/** SQLite's side files. */
const withCompanions = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]);

const Marker = z.object({
  process: z.number().int(),
  /** None existed before. */
  made: z.array(z.string()),
});
type Marker = z.infer<typeof Marker>;

/** undefined: no marker of a restore. */
function readMarker(path: string): Marker | undefined {
  try {
    return Marker.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** By the marker of a killed restore, since settings may have changed. */
function removeInterrupted({ data }: Pick<Configuration, 'data'>): void {
  const marker = join(data, RESTORE_MARKER_FILE);
  if (existsSync(data))
    for (const name of [RESTORE_MARKER_FILE, ...SECRETS]) removeAbandonedTemporaryFiles(join(data, name));
  if (!existsSync(marker)) return;
  const begun = readMarker(marker);
  if (!begun)
    throw new BackupRefused(
      `${marker} does not say what an interrupted restore has made. Remove it with what that has left, and restore again.`,
    );
  if (begun.process !== process.pid && isProcessRunning(begun.process))
    throw restoredByAnother({ data }, marker);
  removeAll(begun.made);
  removeAll([marker]);
}

const restoredByAnother = ({ data }: Pick<Configuration, 'data'>, marker: string) =>
  new BackupRefused(
    `process ${readMarker(marker)?.process ?? '?'} is restoring into ${data}. Where it is another program, remove ${marker}, and restore again.`,
  );

function placesOf({ events, keys, files }: Configuration): RestorePlaces {
  if (events.engine !== 'sqlite' || keys.engine !== 'sqlite' || files.engine !== 'folder') {
    const server = [events, keys].find(({ engine }) => engine !== 'sqlite');
    throw new BackupRefused(
      `A backup is restored into files, and ${server ? describeEngine(server) : 'the files that people upload are kept'} on a server is none. ` +
        'Restore it without DAYBOOK_EVENTS, DAYBOOK_KEYS and DAYBOOK_READS, and move it with `daybook copy`.',
    );
  }
  return { keys: keys.path, files: files.path, log: events.path };
}

/** No part of a backup, so they may exist before. */
const SECRETS = ['master.key', 'session.secret'];

function mustBeFree({ data }: Configuration, places: RestorePlaces): void {
  const inFolder = existsSync(data) ? readdirSync(data).filter((name) => !SECRETS.includes(name)) : [];
  const found =
    inFolder[0] === undefined
      ? Object.values(places).find((place) => existsSync(place))
      : join(data, inFolder[0]);
  if (found === undefined) return;
  throw new BackupRefused(
    `${found} is there already. A backup is restored into a folder that is new, or holds only ${SECRETS.join(' and ')}: name another one with --data.`,
  );
}

function copyPieces(folder: string, { pieces }: BackupContent, drafts: RestorePlaces): void {
  for (const { path } of pieces) {
    const to =
      path === LOG_FILE
        ? drafts.log
        : path === KEYS_FILE
          ? drafts.keys
          : join(drafts.files, path.slice(FILES_FOLDER.length + 1));
    makePrivateFolder(dirname(to));
    copyToPrivateFile(join(folder, path), to);
    if (path === LOG_FILE || path === KEYS_FILE) inWalMode(to);
  }
}

/** VACUUM INTO writes no WAL database; Daybook's are. */
function inWalMode(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = WAL');
  } finally {
    database.close();
  }
}

function mustBeTheSameLog(path: string, { log }: BackupContent): void {
  const { issue, hashes } = checkLogFile(path);
  const { events, sha256 } = hashes?.whole ?? {};
  if (issue || events !== log.events || sha256 !== log.sha256)
    throw new BackupRefused(
      `What was restored is not the log of the backup: ${issue?.adminMessage ?? 'its hash is another one'}`,
    );
}
