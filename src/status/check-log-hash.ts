import type { Configuration } from '../configuration/configuration.js';
import { createEventCodec, NO_UPCASTERS } from '../event-store/event-codec.js';
import { DamagedEventError } from '../event-store/event-store.js';
import {
  hashEventLog,
  type ExpectedLogHash,
  type LogHash,
  type LogHashResult,
} from '../event-store/log-hash-chain.js';
import { openEventStore } from '../installation/storage-engines.js';
import type { DatabaseFileFindings } from '../installation/file-checks/check-database-files.js';

export interface LogHashOptions {
  readonly expected?: ExpectedLogHash | undefined;
  readonly onProgress?: (events: number, position: number) => void;
}

export interface ExpectedLogHashStatus extends ExpectedLogHash {
  /** null: fewer events, or unread. */
  readonly found: string | null;
}

interface LogHashStatus {
  /** null: unread or damaged. */
  readonly whole: LogHash | null;
  readonly expected?: ExpectedLogHashStatus;
  readonly healthIssues: readonly string[];
}

export const toLogHashOptions = ({ expected, onProgress }: LogHashOptions) => ({
  requestedEvents: expected?.events,
  ...(onProgress && { onProgress }),
});

/** `findings`: undefined: skips the full read. */
export async function checkLogHash(
  configuration: Configuration,
  findings: DatabaseFileFindings | undefined,
  compared: LogHashOptions,
): Promise<LogHashStatus> {
  const hashes = findings && (await hashesOf(configuration, findings, compared));
  const whole = hashes?.whole ?? null;
  if (!compared.expected) return { whole, healthIssues: [] };
  const expected = { ...compared.expected, found: hashes?.requested?.sha256 ?? null };
  const isSame = expected.found === expected.sha256;
  return { whole, expected, healthIssues: isSame ? [] : [describeMismatch(expected, whole)] };
}

/** Files are hashed during their check; server logs are read for it. */
async function hashesOf(
  { events }: Pick<Configuration, 'events'>,
  { hashes }: DatabaseFileFindings,
  compared: LogHashOptions,
): Promise<LogHashResult | undefined> {
  if (events.engine === 'sqlite') return hashes;
  const log = await openEventStore({ events }, { codec: createEventCodec(NO_UPCASTERS), isReadOnly: true });
  try {
    return await hashEventLog(log, toLogHashOptions(compared));
  } catch (error) {
    // Damage is reported by the status itself.
    if (error instanceof DamagedEventError) return undefined;
    throw error;
  } finally {
    await log.close();
  }
}

function describeMismatch({ events, sha256, found }: ExpectedLogHashStatus, whole: LogHash | null): string {
  const expectedText = `${events}:${sha256} was expected`;
  if (!whole) return `The log was not compared: it was not read to its end, and ${expectedText}.`;
  if (found === null)
    return `Events are missing from the log: it ends after ${whole.events}, and ${expectedText}.`;
  return (
    `The log is not the one whose hash was kept: its first ${events} events have sha256:${found}, and ${expectedText}. ` +
    'One of these events was changed, added or removed, or this is another log.'
  );
}

export function formatLogHashLines(
  hash: LogHash | null,
  expected: ExpectedLogHashStatus | undefined,
): readonly string[] {
  const same = expected !== undefined && expected.found === expected.sha256;
  return [
    ...(hash ? [`hash         ${hash.events}:${hash.sha256}`] : []),
    ...(same ? [`             the first ${expected.events} events are those whose hash was expected`] : []),
  ];
}
