// Whether a SQLite file still holds what was written. It reads the whole file, and changes nothing: for a process of its own.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { openReadOnly } from '#platform/read-only.js';
import type { Trouble } from '#platform/troubles.js';
import { createCodec } from '../codec.js';
import { DamagedEvent } from '../event-store.js';
import { fileLogDamage } from './damage.js';
import { foundByCheck, primaryCode } from '#platform/sqlite.js';
import { createLogReader } from './log-reader.js';

/** undefined: it is sound. The first event that is not is named. */
export function checkLog(path: string): Trouble | undefined {
  let after = 0;
  const found = looking(path, (database) => {
    const log = createLogReader(database, createCodec({}));
    for (let page = log.page(0); page.length > 0; page = log.page(after))
      for (const { position } of page) {
        // Positions are given out without gaps: whole pages may have been lost that no other page speaks of.
        if (position !== after + 1) return `events ${after + 1} to ${position - 1} are missing`;
        after = position;
      }
    return structureOf(database);
  });
  if (found instanceof DamagedEvent) {
    const { position, stream, version } = found.place;
    const where = `event ${position} (${stream}, version ${version})`;
    return fileLogDamage(path, where, `the log is damaged at event ${position}`);
  }
  return found === undefined
    ? undefined
    : fileLogDamage(path, `what comes after event ${after} (${String(found)})`, `the log is damaged`);
}

/** In words; undefined: it is sound. `more`: what else is looked at. */
export function checkSqliteFile(
  path: string,
  more: (database: DatabaseSyncInstance) => string | undefined = () => undefined,
): string | undefined {
  const found = looking(path, (database) => structureOf(database) ?? more(database));
  return found instanceof Error ? found.message : found;
}

function structureOf(database: DatabaseSyncInstance): string | undefined {
  return foundByCheck(database.prepare('PRAGMA quick_check(1)').all());
}

const DAMAGED: readonly (number | undefined)[] = [11, 26];

/** Other trouble than damage, such as a lock, says nothing about the file. */
function looking(
  path: string,
  look: (database: DatabaseSyncInstance) => string | undefined,
): string | Error | undefined {
  let database: DatabaseSyncInstance | undefined;
  try {
    database = openReadOnly(path);
    return look(database);
  } catch (error) {
    if (error instanceof DamagedEvent || DAMAGED.includes(primaryCode(error))) return error as Error;
    return undefined;
  } finally {
    database?.close();
  }
}
