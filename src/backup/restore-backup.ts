// Puts a backup where there is nothing yet, and verifies it before and afterwards.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { z } from 'zod';
import type { Configuration } from '#configuration/configuration.js';
import { describeEngine } from '#configuration/engine-address.js';
import { checkLogFile } from '#event-store/sqlite/check-integrity.js';
import { createFileOnce, removeAbandonedDrafts } from '#platform/create-file-once.js';
import { isRunning } from '#platform/is-running.js';
import { RESTORE_MARKER } from '../installation/data-folder.js';
import { copyPrivately, makePrivateFolder } from '#platform/private-files.js';
import { BackupRefused } from './backup-refused.js';
import { destroyErasedKeys } from './erased-keys.js';
import { sync } from './sync-to-disk.js';
import { FILES, KEYS, LOG, mustBeWhole, readManifest, type BackupContent } from './manifest.js';

/** Where the pieces of a backup go, in the order in which they are put there: the log last, since nothing works without it. */
interface RestorePlaces {
  readonly keys: string;
  readonly files: string;
  readonly log: string;
}

/**
 * A marker says that it is not whole, from before its first file until after its last: then no other command takes it for an installation,
 * and the next restore begins anew. Throws `BackupRefused`; then nothing is there that was not there before.
 */
export async function restoreBackup(configuration: Configuration, folder: string): Promise<BackupContent> {
  const places = placesOf(configuration);
  const content = readManifest(folder);
  removeInterrupted(configuration);
  mustBeFree(configuration, places);
  await mustBeWhole(folder, content);
  for (const place of [configuration.data, ...Object.values(places).map(dirname)]) makePrivateFolder(place);
  const marker = join(configuration.data, RESTORE_MARKER);
  const drafts = draftsOf(places);
  const made = withCompanions([...Object.values(drafts), ...Object.values(places)]);
  createFileOnce(marker, `${JSON.stringify({ process: process.pid, made } satisfies Marker)}\n`);
  if (readMarker(marker)?.process !== process.pid) throw restoredByAnother(configuration, marker);
  try {
    copyPieces(folder, content, drafts);
    mustBeTheSameLog(drafts.log, content);
    if (existsSync(drafts.keys)) await destroyErasedKeys(drafts.log, drafts.keys);
    for (const name of NAMES) if (existsSync(drafts[name])) await sync(drafts[name]);
    for (const name of NAMES) if (existsSync(drafts[name])) renameSync(drafts[name], places[name]);
    for (const place of new Set(Object.values(places).map(dirname))) await sync(place);
  } catch (error) {
    // None of them was there before.
    removeAll(made);
    removeAll([marker]);
    throw error;
  }
  removeAll(withCompanions(Object.values(drafts)));
  rmSync(marker);
  await sync(configuration.data);
  return content;
}

const NAMES = ['keys', 'files', 'log'] as const;

const draftsOf = (places: RestorePlaces) =>
  Object.fromEntries(
    Object.entries(places).map(([name, place]) => [name, `${place}.restoring`]),
  ) as unknown as RestorePlaces;

const removeAll = (paths: readonly string[]) =>
  paths.forEach((path) => rmSync(path, { recursive: true, force: true }));

/** A database has files beside it. */
const withCompanions = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]);

const Marker = z.object({
  process: z.number().int(),
  /** Everything that the restore may have made, none of which was there before. */
  made: z.array(z.string()),
});
type Marker = z.infer<typeof Marker>;

/** undefined: it is not what a restore writes. */
function readMarker(path: string): Marker | undefined {
  try {
    return Marker.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Removes what a restore that was killed has left: by its marker, since settings may name other places now. */
function removeInterrupted({ data }: Pick<Configuration, 'data'>): void {
  const marker = join(data, RESTORE_MARKER);
  if (existsSync(data))
    for (const name of [RESTORE_MARKER, ...SECRETS]) removeAbandonedDrafts(join(data, name));
  if (!existsSync(marker)) return;
  const begun = readMarker(marker);
  if (!begun)
    throw new BackupRefused(
      `${marker} does not say what an interrupted restore has made. Remove it with what that has left, and restore again.`,
    );
  if (begun.process !== process.pid && isRunning(begun.process)) throw restoredByAnother({ data }, marker);
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

/** Those may be there before: they are no part of a backup. */
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
      path === LOG
        ? drafts.log
        : path === KEYS
          ? drafts.keys
          : join(drafts.files, path.slice(FILES.length + 1));
    makePrivateFolder(dirname(to));
    copyPrivately(join(folder, path), to);
    if (path === LOG || path === KEYS) inWalMode(to);
  }
}

/** A copy of one moment has no -wal file; Daybook's databases are written through one. */
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
