// Each unique value has a stream, so that one of two claims wins.
import { createHash } from 'node:crypto';
import {
  retryUntilAppended,
  appendUnlessOvertaken,
  toStreamTail,
  toNewEvents,
  type EventMetadata,
} from '../pipeline/decide-and-append.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';
import {
  claimValue,
  foldValueHolder,
  releaseValue,
  type ValueHolder,
  type UniqueValueEvent,
} from '#domain/claim/unique-value.js';
import { normalizeUniqueValue } from '#domain/claim/normalize-unique-value.js';
import type { DecidedEvent, RecordedEvent } from '#domain/event.js';

export interface UniqueValueClaimRequest {
  readonly stream: string;
  readonly field: string;
  readonly record: string;
  readonly isHeldBy: (record: string) => Promise<boolean>;
}

/** A claim without its event after this time is abandoned. */
export const CLAIM_ABANDONED_AFTER_MS = 60_000;

/** true: newly claimed. Throws `ValueTakenError`. */
export async function claimUniqueValue(
  ports: CommandDependencies,
  wanted: UniqueValueClaimRequest,
  stamp: Omit<EventMetadata, 'stream'>,
): Promise<boolean> {
  return changeClaim(ports, wanted.stream, stamp, async (holding) =>
    decideClaim(holding, wanted, stamp.recordedAt),
  );
}

/** Throws `ValueTakenError`. */
export async function assertUnclaimed(
  ports: CommandDependencies,
  wanted: UniqueValueClaimRequest,
  now: string,
): Promise<void> {
  const { events } = await ports.store.read(wanted.stream);
  await decideClaim(foldValueHolder(events as readonly RecordedEvent<UniqueValueEvent>[]), wanted, now);
}

async function decideClaim(
  holding: ValueHolder,
  { field, record, isHeldBy }: UniqueValueClaimRequest,
  now: string,
): Promise<readonly DecidedEvent<UniqueValueEvent>[]> {
  const abandoned = isOld(holding, now) && !(await isHeldBy(holding.record!));
  return claimValue(holding, { field, record, abandoned });
}

export async function releaseUniqueValue(
  ports: CommandDependencies,
  { stream, field, record }: Pick<UniqueValueClaimRequest, 'stream' | 'field' | 'record'>,
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
    const decided = await decide(foldValueHolder(events as readonly RecordedEvent<UniqueValueEvent>[]));
    if (decided.length === 0) return false;
    const stampedEvents = toNewEvents({ ...stamp, stream }, decided, toStreamTail(events, version));
    const appended = await appendUnlessOvertaken(ports.store.append(stream, stampedEvents, version));
    return appended ? true : undefined;
  });
}

function isOld({ since }: ValueHolder, now: string): boolean {
  return since !== null && Date.parse(now) - Date.parse(since) > CLAIM_ABANDONED_AFTER_MS;
}

/** Keyed for personal values, as names of streams must reveal nothing. */
export function digestClaimedValue(
  ports: Pick<CommandDependencies, 'personalData'>,
  value: string | number | boolean,
  personal: boolean,
): string {
  return personal
    ? ports.personalData.digest(normalizeUniqueValue(value))
    : createHash('sha256').update(normalizeUniqueValue(value)).digest('hex');
}
