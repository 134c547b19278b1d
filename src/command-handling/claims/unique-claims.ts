// Claims values of unique fields, each through a stream of its own: of two who want the same one, one gets it.
import { createHash } from 'node:crypto';
import {
  retryUntilAppended,
  appendUnlessOvertaken,
  readStreamTail,
  toNewEvents,
  type EventMetadata,
} from '../pipeline/decide-and-append.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';
import {
  claimValue,
  evolveValueHolder,
  UNCLAIMED,
  releaseValue,
  type ValueHolder,
  type UniqueValueEvent,
} from '#domain/claim/unique-value.js';
import { foldUniqueValue } from '#domain/claim/fold-unique-value.js';
import type { DecidedEvent, RecordedEvent } from '#domain/event.js';

/** A value that one record is to hold. */
export interface ClaimRequest {
  readonly stream: string;
  readonly field: string;
  readonly record: string;
  /** Whether this holder has the value by its own events. */
  readonly isHeldBy: (record: string) => Promise<boolean>;
}

/** Whoever claims a value writes it down at once; after this long without, the claim counts as abandoned. */
export const ABANDONED_AFTER_MS = 60_000;

/** Returns whether it was claimed now. Throws `ValueTaken` if another record holds it. */
export async function claimUniqueValue(
  ports: CommandDependencies,
  wanted: ClaimRequest,
  stamp: Omit<EventMetadata, 'stream'>,
): Promise<boolean> {
  return changeClaim(ports, wanted.stream, stamp, async (holding) =>
    decideClaim(holding, wanted, stamp.recordedAt),
  );
}

/** Throws `ValueTaken` where `claimUniqueValue` would. */
export async function assertUnclaimed(
  ports: CommandDependencies,
  wanted: ClaimRequest,
  now: string,
): Promise<void> {
  const { events } = await ports.store.read(wanted.stream);
  await decideClaim(fold(events as readonly RecordedEvent<UniqueValueEvent>[]), wanted, now);
}

async function decideClaim(
  holding: ValueHolder,
  { field, record, isHeldBy }: ClaimRequest,
  now: string,
): Promise<readonly DecidedEvent<UniqueValueEvent>[]> {
  const abandoned = isOld(holding, now) && !(await isHeldBy(holding.record!));
  return claimValue(holding, { field, record, abandoned });
}

/** Gives a value back; nothing happens where the record does not hold it. */
export async function releaseUniqueValue(
  ports: CommandDependencies,
  { stream, field, record }: Pick<ClaimRequest, 'stream' | 'field' | 'record'>,
  stamp: Omit<EventMetadata, 'stream'>,
  why?: string,
): Promise<void> {
  await changeClaim(ports, stream, stamp, async (holding) =>
    releaseValue(holding, field, record).map((event) =>
      why === undefined ? event : { ...event, metadata: { reason: why } },
    ),
  );
}

async function changeClaim(
  ports: CommandDependencies,
  stream: string,
  stamp: Omit<EventMetadata, 'stream'>,
  decide: (holding: ValueHolder) => Promise<readonly DecidedEvent<UniqueValueEvent>[]>,
): Promise<boolean> {
  return retryUntilAppended(async () => {
    const { events, version } = await ports.store.read(stream);
    const decided = await decide(fold(events as readonly RecordedEvent<UniqueValueEvent>[]));
    if (decided.length === 0) return false;
    const stampedEvents = toNewEvents({ ...stamp, stream }, decided, readStreamTail(events, version));
    const appended = await appendUnlessOvertaken(ports.store.append(stream, stampedEvents, version));
    return appended ? true : undefined;
  });
}

function fold(events: readonly RecordedEvent<UniqueValueEvent>[]): ValueHolder {
  return events.reduce(
    (state, event) => evolveValueHolder(state, event, event.metadata.recordedAt),
    UNCLAIMED,
  );
}

function isOld({ since }: ValueHolder, now: string): boolean {
  return since !== null && Date.parse(now) - Date.parse(since) > ABANDONED_AFTER_MS;
}

/** Digest in the name of a claim's stream; that of a personal value is keyed, so that it tells nothing. */
export function digestClaimedValue(
  ports: Pick<CommandDependencies, 'personalData'>,
  value: string | number | boolean,
  personal: boolean,
): string {
  return personal
    ? ports.personalData.digest(foldUniqueValue(value))
    : createHash('sha256').update(foldUniqueValue(value)).digest('hex');
}
