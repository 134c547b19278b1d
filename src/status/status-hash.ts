// The hash of the log in `daybook status`, and the comparison with one that was kept elsewhere.
import type { Configuration } from '../configuration/configuration.js';
import { createEventCodec, NO_UPCASTS } from '../event-store/event-codec.js';
import { DamagedEvent } from '../event-store/event-store.js';
import { hashLog, type ExpectedHash, type LogHash, type LogHashes } from '../event-store/log-hash-chain.js';
import { openEventStore } from '../installation/engines.js';
import type { FileFindings } from '../installation/file-checks/check-files.js';

export interface HashComparison {
  /** What the log is to be compared with. */
  readonly expected?: ExpectedHash | undefined;
  readonly onProgress?: (events: number, position: number) => void;
}

export interface ExpectedStatus extends ExpectedHash {
  /** What the log has after so many events; null: it has less, or was not read through. */
  readonly found: string | null;
}

interface HashStatus {
  /** null: the log was not read through, or is damaged. */
  readonly whole: LogHash | null;
  readonly expected?: ExpectedStatus;
  readonly healthIssues: readonly string[];
}

export const hashOptions = ({ expected, onProgress }: HashComparison) => ({
  requestedEvents: expected?.events,
  ...(onProgress && { onProgress }),
});

/** `findings`: undefined: nothing is read through. */
export async function hashStatus(
  configuration: Configuration,
  findings: FileFindings | undefined,
  compared: HashComparison,
): Promise<HashStatus> {
  const hashes = findings && (await hashesOf(configuration, findings, compared));
  const whole = hashes?.whole ?? null;
  if (!compared.expected) return { whole, healthIssues: [] };
  const expected = { ...compared.expected, found: hashes?.requested?.sha256 ?? null };
  const isSame = expected.found === expected.sha256;
  return { whole, expected, healthIssues: isSame ? [] : [describeMismatch(expected, whole)] };
}

/** A file is hashed while it is checked; a log on a server is read for it. */
async function hashesOf(
  { events }: Pick<Configuration, 'events'>,
  { hashes }: FileFindings,
  compared: HashComparison,
): Promise<LogHashes | undefined> {
  if (events.engine === 'sqlite') return hashes;
  const log = await openEventStore({ events }, { codec: createEventCodec(NO_UPCASTS), isReadOnly: true });
  try {
    return await hashLog(log, hashOptions(compared));
  } catch (error) {
    // What is damaged is told where the status asks for it.
    if (error instanceof DamagedEvent) return undefined;
    throw error;
  } finally {
    await log.close();
  }
}

function describeMismatch({ events, sha256, found }: ExpectedStatus, whole: LogHash | null): string {
  const kept = `${events}:${sha256} was expected`;
  if (!whole) return `The log was not compared: it was not read to its end, and ${kept}.`;
  if (found === null) return `Events are missing from the log: it ends after ${whole.events}, and ${kept}.`;
  return (
    `The log is not the one whose hash was kept: its first ${events} events have sha256:${found}, and ${kept}. ` +
    'One of these events was changed, added or removed, or this is another log.'
  );
}

/** Lines of the status. */
export function describeHash(hash: LogHash | null, expected: ExpectedStatus | undefined): readonly string[] {
  const same = expected !== undefined && expected.found === expected.sha256;
  return [
    ...(hash ? [`hash         ${hash.events}:${hash.sha256}`] : []),
    ...(same ? [`             the first ${expected.events} events are those whose hash was expected`] : []),
  ];
}
