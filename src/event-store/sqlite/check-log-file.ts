import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { openDatabaseReadOnly } from '#platform/read-only-database.js';
import type { HealthIssue } from '#platform/health-issues.js';
import { createEventCodec, NO_UPCASTERS } from '../event-codec.js';
import { FIRST_CHAIN_LINK, LogHasher, type LogHashResult } from '../log-hash-chain.js';
import { DamagedEventError } from '../event-store.js';
import { createLogDamageIssue } from './log-health-issues.js';
import { describeIntegrityCheckResult, getPrimarySqliteErrorCode } from '#platform/sqlite.js';
import { findSchemaChanges, createSchemaChangedIssue } from './find-schema-changes.js';
import { readHashChainStart, hasEventColumn, type HashChainStart } from './hash-chain-table.js';
import { createLogReader } from './log-reader.js';

export interface LogFileCheckResult {
  /** undefined: no damage. */
  readonly issue: HealthIssue | undefined;
  /** Changed triggers or indexes; undefined: intact, or the log is damaged. */
  readonly unprotected?: HealthIssue;
  /** undefined: damaged, or unreadable at the moment. */
  readonly hashes: LogHashResult | undefined;
}

interface LogCheckOptions {
  readonly requestedEvents?: number | undefined;
  readonly onProgress?: ((events: number, position: number) => void) | undefined;
}

export function checkLogFile(
  path: string,
  { requestedEvents, onProgress }: LogCheckOptions = {},
): LogFileCheckResult {
  const hasher = new LogHasher(requestedEvents);
  let after = 0;
  let changed: readonly string[] = [];
  const found = inspectFile(path, (database) => {
    const log = createLogReader(database, createEventCodec(NO_UPCASTERS));
    changed = findSchemaChanges(database);
    const begin = readHashChainStart(database) ?? NO_CHAIN;
    if (begin === NO_CHAIN && hasEventColumn(database, 'link')) return NO_CHAIN_ROW;
    if (begin.position === 0 && begin.link !== FIRST_CHAIN_LINK) return CHANGED_BEGIN;
    for (let page = log.readStoredPage(0); page.length > 0; page = log.readStoredPage(after)) {
      const gap = page.findIndex(({ place }, index) => place.position !== after + 1 + index);
      if (gap !== -1) {
        after += gap;
        return describeMissingEvents(after + 1, page[gap]!.place.position - 1);
      }
      log.readPage(after);
      const isAsBegun = page.every(
        ({ encoded, place }) =>
          hasher.add(encoded, place) === begin.link || place.position !== begin.position,
      );
      if (!isAsBegun) {
        after = 0;
        return `the first ${begin.position} events are not those after which the chain of links began`;
      }
      after = page.at(-1)!.place.position;
      onProgress?.(hasher.count, after);
    }
    if (after < begin.position) return describeMissingEvents(after + 1, begin.position);
    return checkStructure(database);
  });
  if (found === 'unseen') return { issue: undefined, hashes: undefined };
  if (found === undefined) {
    const unprotected = changed.length > 0 && { unprotected: createSchemaChangedIssue(path, changed) };
    return { issue: undefined, hashes: hasher.hashes, ...unprotected };
  }
  return { issue: logIssue(path, found, after), hashes: undefined };
}

const NO_CHAIN: HashChainStart = { position: 0, link: FIRST_CHAIN_LINK, checksums: null };

/** Positions have no gaps, so a lost page shows as a gap. */
const describeMissingEvents = (from: number, to: number) => `events ${from} to ${to} are missing`;

const NO_CHAIN_ROW = 'what says where the chain of links begins is gone';
const CHANGED_BEGIN = 'somebody has changed where the chain of links begins';

function logIssue(path: string, found: string | Error, after: number): HealthIssue {
  if (!(found instanceof DamagedEventError)) {
    const what = found instanceof Error ? String(found) : found;
    return createLogDamageIssue(path, `what comes after event ${after} (${what})`, `the log is damaged`);
  }
  const { position, stream, version } = found.place;
  const where = `event ${position} (${stream}, version ${version})`;
  return createLogDamageIssue(path, where, `the log is damaged at event ${position}`);
}

/** Describes the damage; undefined: none. `more`: a further check. */
export function checkSqliteFile(
  path: string,
  more: (database: DatabaseSyncInstance) => string | undefined = () => undefined,
): string | undefined {
  const found = inspectFile(path, (database) => checkStructure(database) ?? more(database));
  if (found === 'unseen') return undefined;
  return found instanceof Error ? found.message : found;
}

function checkStructure(database: DatabaseSyncInstance): string | undefined {
  return describeIntegrityCheckResult(database.prepare('PRAGMA quick_check(1)').all());
}

const DAMAGED: readonly (number | undefined)[] = [11, 26];

/** Other errors, such as a lock, say nothing about the file. */
function inspectFile(
  path: string,
  look: (database: DatabaseSyncInstance) => string | undefined,
): string | Error | 'unseen' | undefined {
  let database: DatabaseSyncInstance | undefined;
  try {
    database = openDatabaseReadOnly(path);
    return look(database);
  } catch (error) {
    if (error instanceof DamagedEventError || DAMAGED.includes(getPrimarySqliteErrorCode(error)))
      return error as Error;
    return 'unseen';
  } finally {
    database?.close();
  }
}
