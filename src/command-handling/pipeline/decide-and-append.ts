import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { CommandContext, CommandResult } from '#domain/command.js';
import type { DecidedEvent, FoldableEvent, Event, Metadata, RecordedEvent, NewEvent } from '#domain/event.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { findEventType } from '#domain/event-types.js';
import { Refused } from '#domain/refusal.js';
import { AppendTooLarge, WrongExpectedVersion, type AppendResult } from '#event-store/event-store.js';
import type { CommandDependencies } from './command-dependencies.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { deriveEventId } from './command-digests.js';
import { getCommandDeadline } from './command-deadline.js';
import { QueuedTooLong } from '#platform/keyed-queue.js';

interface StreamDecision<State, E extends Event> {
  readonly stream: string;
  readonly context: CommandContext;
  specification?(state: State): Metadata['specification'];
  readonly hashPayload: () => string;
  /** true: an import, which detects repeats itself. */
  readonly isHistory?: boolean;
  /** true: folds values without a key as unreadable; erasures need none. */
  readonly readsWithoutKeys?: boolean;
  fold(events: readonly FoldableEvent<E>[]): State | Promise<State>;
  /** Checked first, so that nobody without permission learns of repeats. Throws `Refused`. */
  authorize?(state: State): void;
  /** Repeated after a lost race. `version`: of the stream. */
  decide(state: State, version: number): readonly DecidedEvent<E>[] | Promise<readonly DecidedEvent<E>[]>;
  seal?(events: readonly DecidedEvent<E>[], state: State): Promise<readonly DecidedEvent<E>[]>;
  /** Runs last, as claims leave a trace; false: another value was reserved, so decide again. */
  reserve?(): Promise<boolean>;
  /** Compares secrets that the payload hash leaves out. */
  hasSameSecret?(events: readonly FoldableEvent<E>[]): Promise<boolean>;
}

/** Throws `Refused` (NEWER_VERSION where events of the stream are of unknown types) and event store errors. */
export async function decideAndAppend<State, E extends Event>(
  ports: CommandDependencies,
  decision: StreamDecision<State, E>,
): Promise<CommandResult> {
  const until = getCommandDeadline();
  const attempt = async () => {
    if (performance.now() > until) throw createUnavailableRefusal();
    return decideAndAppendOnce(ports, decision);
  };
  try {
    return await ports.queue.take(decision.stream, async () => retryUntilAppended(attempt), until);
  } catch (error) {
    throw error instanceof QueuedTooLong ? createUnavailableRefusal() : error;
  }
}

/** undefined: another append won. */
async function decideAndAppendOnce<State, E extends Event>(
  ports: CommandDependencies,
  decision: StreamDecision<State, E>,
): Promise<CommandResult | undefined> {
  const { stream } = decision;
  const { events, version } = await ports.store.read(stream);
  assertTypesKnown(events);
  const { personalData } = ports;
  const readable = await (decision.readsWithoutKeys
    ? personalData.openForDisplay(events)
    : personalData.open(events));
  const opened = readable as unknown as readonly FoldableEvent<E>[];
  const state = await decision.fold(opened);
  decision.authorize?.(state);
  const done = await findRepeatedCommand(ports, decision, events);
  if (done) return { version: done.version, position: done.position, already: true };
  const end = toStreamTail(events, version);
  const written = await decideUntilReserved(ports, decision, state, end);
  if (written.length === 0) return { version, position: events.at(-1)?.position ?? 0, already: true };
  const appended = await appendUnlessOvertaken(ports.store.append(stream, written, version));
  return appended && { already: false, ...appended };
}

/** In a rolling upgrade, the same command succeeds at a process of the newer version. */
function assertTypesKnown(events: readonly Pick<RecordedEvent, 'type'>[]): void {
  if (events.some(({ type }) => !findEventType(type)))
    throw new Refused([createBuiltInReason('NEWER_VERSION')]);
}

async function decideUntilReserved<State, E extends Event>(
  ports: CommandDependencies,
  decision: StreamDecision<State, E>,
  state: State,
  end: StreamTail,
): Promise<readonly NewEvent<E>[]> {
  const { stream } = decision;
  for (;;) {
    const decided = await decision.decide(state, end.version);
    if (decided.length === 0) return [];
    const sealed = decision.seal ? await decision.seal(decided, state) : decided;
    const written = toNewEvents(createMetadata(ports, decision, state), sealed, end);
    if (!decision.reserve) return written;
    await refuseTooLarge(ports.store.assertFits?.(stream, written));
    if (await decision.reserve()) return written;
  }
}

function createMetadata<State, E extends Event>(
  ports: CommandDependencies,
  { stream, context, isHistory, ...decision }: StreamDecision<State, E>,
  state: State,
): EventMetadata {
  const hash = decision.hashPayload();
  const specification = decision.specification?.(state);
  return {
    stream,
    context,
    recordedAt: ports.clock(),
    ...(specification && { specification }),
    ...(isHistory ? { payloadHash: hash } : { payloadHash: hash, payload: hash }),
  };
}

/** Ids are scoped to the actor. Throws `Refused` COMMAND_REUSED if the actor sent another payload with the id. */
async function findRepeatedCommand<State, E extends Event>(
  ports: CommandDependencies,
  { context, hashPayload, isHistory, hasSameSecret }: StreamDecision<State, E>,
  events: readonly RecordedEvent[],
): Promise<RecordedEvent | undefined> {
  const own = events.filter(
    ({ metadata }) =>
      metadata.commandId === context.commandId &&
      (metadata.source !== undefined ? isHistory : metadata.actor === context.actor),
  );
  const done = own.at(-1);
  if (!done || isHistory) return done;
  const before = done.metadata.payload;
  const opened = async () => (await ports.personalData.open(own)) as unknown as readonly FoldableEvent<E>[];
  if (
    (before !== undefined && before !== hashPayload()) ||
    (hasSameSecret && !(await hasSameSecret(await opened())))
  )
    throw new Refused([createBuiltInReason('COMMAND_REUSED')]);
  return done;
}

const ATTEMPTS = 10;

const MAX_PAUSE_MS = 10;

/** `attempt` resolves to undefined after a lost race. Throws `Refused` UNAVAILABLE at the deadline. */
export async function retryUntilAppended<T>(
  attempt: () => Promise<T | undefined>,
  attempts = ATTEMPTS,
): Promise<T> {
  for (let number = 1; number <= attempts; number++) {
    const written = await attempt();
    if (written !== undefined) return written;
    await sleep(Math.random() * Math.min(number, MAX_PAUSE_MS));
  }
  throw createUnavailableRefusal();
}

const createUnavailableRefusal = (): Refused => new Refused([createBuiltInReason('UNAVAILABLE')]);

/** undefined: another append won. Throws `Refused` if too large. */
export async function appendUnlessOvertaken(
  append: Promise<AppendResult>,
): Promise<AppendResult | undefined> {
  try {
    return await append;
  } catch (error) {
    if (error instanceof WrongExpectedVersion) return undefined;
    throw error instanceof AppendTooLarge ? createTooLargeRefusal(error) : error;
  }
}

async function refuseTooLarge(fitting: Promise<void> | undefined): Promise<void> {
  try {
    await fitting;
  } catch (error) {
    throw error instanceof AppendTooLarge ? createTooLargeRefusal(error) : error;
  }
}

function createTooLargeRefusal({ limit }: AppendTooLarge): Refused {
  const max =
    limit === undefined ? createPhrase('number.so-much') : createPhrase('number.bytes', { count: limit });
  return new Refused([createBuiltInReason('TOO_LARGE_TO_STORE', { with: { max } })]);
}

export interface EventMetadata {
  readonly stream: string;
  readonly context: CommandContext;
  readonly recordedAt: string;
  readonly specification?: Metadata['specification'];
  readonly payload?: string;
  /** Further source of event ids, instead of type and data. */
  readonly payloadHash?: string;
}

export type ClaimMetadata = Omit<EventMetadata, 'stream'>;

export interface StreamTail {
  readonly version: number;
  /** undefined: an empty stream. */
  readonly recordedAt: string | undefined;
}

export const toStreamTail = (
  events: readonly { readonly version: number; readonly metadata: Pick<Metadata, 'recordedAt'> }[],
  version: number,
): StreamTail => ({ version, recordedAt: events.at(-1)?.metadata.recordedAt });

/** `recordedAt` never decreases within a stream, even if the clock is set back. */
export function toNewEvents<E extends Event>(
  stamp: EventMetadata,
  decided: readonly DecidedEvent<E>[],
  end: StreamTail,
): NewEvent<E>[] {
  const { stream, context } = stamp;
  const recordedAt = latestInstant(stamp.recordedAt, end.recordedAt);
  return decided.map((event, index) => ({
    id: deriveEventId(
      context.commandId,
      stream,
      end.version + index + 1,
      stamp.payloadHash ?? serializeEvent(event),
    ),
    type: event.type,
    data: event.data,
    metadata: toMetadata({ ...stamp, recordedAt }, event),
  }));
}

function latestInstant(now: string, last: string | undefined): string {
  return last !== undefined && Date.parse(last) > Date.parse(now) ? last : now;
}

const serializeEvent = ({ type, data }: Event): string => JSON.stringify([type, data]);

function toMetadata(
  { context, recordedAt, specification, payload }: EventMetadata,
  { metadata: overrides }: DecidedEvent,
): Metadata {
  const {
    actor,
    commandId,
    correlationId = commandId,
    causationId,
    effectiveAt,
    commandLine,
    program,
  } = context;
  return {
    actor,
    recordedAt,
    commandId,
    correlationId,
    ...(causationId !== undefined && { causationId }),
    ...(payload !== undefined && { payload }),
    ...(specification && { specification }),
    ...(effectiveAt !== undefined && { effectiveAt }),
    ...(commandLine && { commandLine }),
    ...(program && { program: program.token }),
    ...overrides,
  };
}
