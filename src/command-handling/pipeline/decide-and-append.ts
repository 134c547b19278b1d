// The way of every command: read → open personal data → fold → decide → seal → append, and again where somebody was faster.
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import type { CommandContext, CommandResult } from '#domain/command.js';
import type { DecidedEvent, FoldableEvent, Event, Metadata, RecordedEvent, NewEvent } from '#domain/event.js';
import { createBuiltInReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';
import { AppendTooLarge, WrongExpectedVersion, type AppendResult } from '#event-store/event-store.js';
import type { CommandDependencies } from './command-dependencies.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { deriveEventId } from './command-digests.js';
import { currentDeadline } from './command-deadline.js';
import { QueuedTooLong } from '#platform/keyed-queue.js';

/** What is decided on one stream. */
interface StreamDecision<State, E extends Event> {
  readonly stream: string;
  readonly context: CommandContext;
  /** What it is decided by, where that is a specification. */
  specification?(state: State): Metadata['specification'];
  /** Fingerprint of what is asked for: worked out where something is written, or was before. */
  readonly hashPayload: () => string;
  /** true: a history from elsewhere, which finds out for itself what is there already. */
  readonly isHistory?: boolean;
  /** true: what cannot be opened for want of its key is folded as unreadable. Erasing somebody needs none of their values. */
  readonly readsWithoutKeys?: boolean;
  /** Events come with personal data opened. What they say that it is decided by is looked up on the way. */
  fold(events: readonly FoldableEvent<E>[]): State | Promise<State>;
  /** Asked first, also of what was done already: whoever may not know of it does not learn that. Throws `Refused`. */
  authorize?(state: State): void;
  /** Asked anew after each lost race. `version`: the stream's. */
  decide(state: State, version: number): readonly DecidedEvent<E>[] | Promise<readonly DecidedEvent<E>[]>;
  /** Takes what must not be readable in the log out of the events. */
  seal?(events: readonly DecidedEvent<E>[], state: State): Promise<readonly DecidedEvent<E>[]>;
  /**
   * Takes what cannot be given back without a trace. Called last, when nothing but another process can refuse any more.
   * Resolves to false where it got something else than was decided with: then it is decided and sealed again.
   */
  reserve?(): Promise<boolean>;
  /** Of the events this command wrote before: whether they say what it says in what no fingerprint may hold. */
  hasSameSecret?(events: readonly FoldableEvent<E>[]): Promise<boolean>;
}

/** Throws `Refused`, and what the event store throws. */
export async function decideAndAppend<State, E extends Event>(
  ports: CommandDependencies,
  decision: StreamDecision<State, E>,
): Promise<CommandResult> {
  const until = currentDeadline();
  const attempt = async () => {
    // Whoever asked has been told by now that it did not work, or soon will be: it must not happen behind their back.
    if (performance.now() > until) throw createUnavailableRefusal();
    return decideAndAppendOnce(ports, decision);
  };
  try {
    return await ports.queue.take(decision.stream, async () => retryUntilAppended(attempt), until);
  } catch (error) {
    throw error instanceof QueuedTooLong ? createUnavailableRefusal() : error;
  }
}

/** undefined: somebody else was faster. */
async function decideAndAppendOnce<State, E extends Event>(
  ports: CommandDependencies,
  decision: StreamDecision<State, E>,
): Promise<CommandResult | undefined> {
  const { stream } = decision;
  const { events, version } = await ports.store.read(stream);
  const { personalData } = ports;
  const readable = await (decision.readsWithoutKeys
    ? personalData.openForDisplay(events)
    : personalData.open(events));
  const opened = readable as unknown as readonly FoldableEvent<E>[];
  const state = await decision.fold(opened);
  decision.authorize?.(state);
  const done = await findRepeatedCommand(ports, decision, events);
  if (done) return { version: done.version, position: done.position, already: true };
  const end = readStreamTail(events, version);
  const written = await decideUntilReserved(ports, decision, state, end);
  if (written.length === 0) return { version, position: events.at(-1)?.position ?? 0, already: true };
  const appended = await appendUnlessOvertaken(ports.store.append(stream, written, version));
  return appended && { already: false, ...appended };
}

/** [] where there is nothing to write. */
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
  const says = decision.hashPayload();
  const specification = decision.specification?.(state);
  return {
    stream,
    context,
    recordedAt: ports.clock(),
    ...(specification && { specification }),
    ...(isHistory ? { payloadHash: says } : { payloadHash: says, payload: says }),
  };
}

/**
 * The last event this command wrote here. Somebody else's command of the same id is another command: it neither hides
 * theirs nor tells them of it. Throws `Refused` COMMAND_REUSED where the same person asked for something else.
 */
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

/** Milliseconds. */
const LONGEST_PAUSE = 10;

/**
 * For whoever appends to a stream that others append to as well. `attempt` gives undefined where somebody else was faster.
 * Throws `Refused` UNAVAILABLE where it never comes to that.
 */
export async function retryUntilAppended<T>(
  attempt: () => Promise<T | undefined>,
  attempts = ATTEMPTS,
): Promise<T> {
  for (let number = 1; number <= attempts; number++) {
    const written = await attempt();
    if (written !== undefined) return written;
    // Uneven, so that two processes do not meet again and again.
    await sleep(Math.random() * Math.min(number, LONGEST_PAUSE));
  }
  throw createUnavailableRefusal();
}

const createUnavailableRefusal = (): Refused => new Refused([createBuiltInReason('UNAVAILABLE')]);

/** undefined: the stream has moved on. Throws `Refused` where it is too large. */
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

/** Sending it again would not help: whoever sent it has to make it smaller. */
function createTooLargeRefusal({ limit }: AppendTooLarge): Refused {
  const max =
    limit === undefined ? createPhrase('number.so-much') : createPhrase('number.bytes', { count: limit });
  return new Refused([createBuiltInReason('TOO_LARGE_TO_STORE', { with: { max } })]);
}

/** What decided events get when they are written: where, who, when and why. */
export interface EventMetadata {
  readonly stream: string;
  readonly context: CommandContext;
  readonly recordedAt: string;
  /** The specification it was decided under. */
  readonly specification?: Metadata['specification'];
  /** Fingerprint of what the command asked for, where it is written down. */
  readonly payload?: string;
  /** What ids of events derive from besides command and place; undefined: type and data, where these are no secret. */
  readonly payloadHash?: string;
}

/** As it stamps events of whichever streams a claim is written to. */
export type ClaimMetadata = Omit<EventMetadata, 'stream'>;

/** What the stream ends with. */
export interface StreamTail {
  readonly version: number;
  /** Of its last event; undefined: there is none. */
  readonly recordedAt: string | undefined;
}

export const readStreamTail = (
  events: readonly { readonly version: number; readonly metadata: Pick<Metadata, 'recordedAt'> }[],
  version: number,
): StreamTail => ({ version, recordedAt: events.at(-1)?.metadata.recordedAt });

/**
 * Stamps events that will follow the end of the stream. Recorded times never run backwards in a stream: where the clock says
 * less than was said before, it says what was said before.
 */
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

/** Instants may be written in more than one way: compared as times. */
function latestInstant(now: string, last: string | undefined): string {
  return last !== undefined && Date.parse(last) > Date.parse(now) ? last : now;
}

const serializeEvent = ({ type, data }: Event): string => JSON.stringify([type, data]);

function toMetadata(
  { context, recordedAt, specification, payload }: EventMetadata,
  { metadata: overrides }: DecidedEvent,
): Metadata {
  const { actor, commandId, correlationId = commandId, causationId, effectiveAt, commandLine } = context;
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
    ...overrides,
  };
}
