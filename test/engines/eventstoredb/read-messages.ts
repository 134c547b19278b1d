// Reading from the small EventStoreDB: a stream or the whole log, once or as a subscription, never faster than its reader.
import { status } from '@grpc/grpc-js';
import messages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import { streamName } from './append-messages.js';
import type { Log, StoredEvent } from './log.js';
import { deleted, refusal, type ReadCall, type Service } from './service.js';

type Options = messages.ReadReq.Options;

export async function answerRead(service: Service, call: ReadCall): Promise<void> {
  const options = call.request.getOptions()!;
  const reader: Reader = { ...service, call, options };
  if (options.hasSubscription()) return follow(reader);
  const events = options.hasStream() ? ofStream(service.log, options) : ofAll(service.log, options);
  if (events === undefined) {
    const missing = new messages.ReadResp.StreamNotFound();
    missing.setStreamIdentifier(options.getStream()!.getStreamIdentifier());
    call.write(new messages.ReadResp().setStreamNotFound(missing));
  }
  for (const event of (events ?? []).slice(0, Number(options.getCount()))) await send(reader, event);
  call.end();
}

interface Reader extends Service {
  readonly call: ReadCall;
  readonly options: Options;
}

/** That of the event which says that a stream was deleted for good. */
const LAST_REVISION = 2n ** 63n - 1n;

const BACKWARDS = messages.ReadReq.Options.ReadDirection.BACKWARDS;

function ofStream(log: Log, options: Options): readonly StoredEvent[] | undefined {
  const stream = options.getStream()!;
  const name = streamName(stream.getStreamIdentifier());
  const events = log.stream(name);
  // Not even an answer: the real one counts in 63 bits, and trips.
  if (BigInt(stream.getRevision()) > LAST_REVISION)
    throw refusal(status.UNKNOWN, 'Exception was thrown by handler.');
  if (events === 'deleted') throw deleted(name);
  const backwards = options.getReadDirection() === BACKWARDS;
  const at = stream.hasEnd() ? Infinity : stream.hasRevision() ? Number(stream.getRevision()) : 0;
  if (backwards) return events?.filter(({ revision }) => revision <= at).toReversed();
  return events?.filter(({ revision }) => revision >= at);
}

function ofAll(log: Log, options: Options): readonly StoredEvent[] {
  const all = options.getAll()!;
  const isIn = filterOf(options);
  const at = all.hasPosition() ? Number(all.getPosition()!.getCommitPosition()) : undefined;
  if (options.getReadDirection() === BACKWARDS)
    return log.events
      .filter((event) => isIn(event) && (at === undefined || event.position < at))
      .toReversed();
  if (all.hasEnd()) return [];
  return log.events.filter((event) => isIn(event) && event.position >= (at ?? 0));
}

function filterOf(options: Options): (event: StoredEvent) => boolean {
  const filter = options.getFilter();
  const expression = filter?.getEventType() ?? filter?.getStreamIdentifier();
  if (!filter || !expression) return () => true;
  const text = (event: StoredEvent) => (filter.hasEventType() ? event.type : event.stream);
  const regex = expression.getRegex() ? new RegExp(expression.getRegex(), 'u') : undefined;
  if (regex) return (event) => regex.test(text(event));
  return (event) => expression.getPrefixList().some((prefix) => text(event).startsWith(prefix));
}

/** So many events wait for a live reader; one more ends it. */
const LIVE_BUFFER = 32;

const tooSlow = () =>
  refusal(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  );

/** History, then live: from behind the position that is given. */
async function follow(reader: Reader): Promise<void> {
  const { call, log, options } = reader;
  if (options.hasStream()) throw refusal(status.UNIMPLEMENTED, 'Daybook does not subscribe to streams.');
  const ended = new AbortController();
  call.on('cancelled', () => ended.abort()).on('close', () => ended.abort());
  const confirmation = new messages.ReadResp.SubscriptionConfirmation();
  call.write(new messages.ReadResp().setConfirmation(confirmation.setSubscriptionId(crypto.randomUUID())));
  const isIn = filterOf(options);
  let next = firstAfter(log, options);
  let live = false;
  while (!ended.signal.aborted) {
    if (live && log.events.slice(next).filter(isIn).length > LIVE_BUFFER) throw tooSlow();
    if (next < log.events.length) {
      const event = log.events[next++]!;
      if (isIn(event)) await send(reader, event);
      if (next % 32 === 0) checkpoint(call, event);
    } else {
      if (!live) call.write(new messages.ReadResp().setCaughtUp(new messages.ReadResp.CaughtUp()));
      live = true;
      await news(log, ended.signal);
    }
  }
}

function firstAfter(log: Log, options: Options): number {
  const all = options.getAll()!;
  if (all.hasEnd()) return log.events.length;
  const after = all.hasPosition() ? Number(all.getPosition()!.getCommitPosition()) : -1;
  const index = log.events.findIndex(({ position }) => position > after);
  return index === -1 ? log.events.length : index;
}

function news(log: Log, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const stop = log.onAppend(end);
    signal.addEventListener('abort', end);
  });
}

async function send(reader: Reader, event: StoredEvent): Promise<void> {
  const { call, faults, cut, sent } = reader;
  sent();
  const tellsPosition = !reader.withoutPositions || reader.options.hasAll();
  const isLastBeforeCut = faults.take('cut mid-stream');
  const goesOn = call.write(new messages.ReadResp().setEvent(readEvent(event, tellsPosition)));
  if (isLastBeforeCut) {
    await new Promise(setImmediate);
    cut();
  }
  if (!goesOn && !call.cancelled && !call.destroyed) await drained(call);
}

/** Or nobody reads any more. */
function drained(call: ReadCall): Promise<void> {
  return new Promise((resolve) => {
    const events = ['drain', 'close', 'cancelled'];
    const end = () => {
      for (const event of events) call.off(event, end);
      resolve();
    };
    for (const event of events) call.on(event, end);
  });
}

function checkpoint(call: ReadCall, { position }: StoredEvent): void {
  const at = new messages.ReadResp.Checkpoint();
  at.setCommitPosition(String(position)).setPreparePosition(String(position));
  call.write(new messages.ReadResp().setCheckpoint(at));
}

function readEvent(event: StoredEvent, tellsPosition: boolean): messages.ReadResp.ReadEvent {
  const recorded = new messages.ReadResp.ReadEvent.RecordedEvent();
  const position = String(tellsPosition ? event.position : 2n ** 64n - 1n);
  recorded
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream)))
    .setStreamRevision(String(event.type === '$streamDeleted' ? LAST_REVISION : event.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  const map = recorded.getMetadataMap();
  map.set('type', event.type);
  map.set('content-type', event.contentType);
  map.set('created', String(event.created));
  const read = new messages.ReadResp.ReadEvent().setEvent(recorded);
  return tellsPosition ? read.setCommitPosition(position) : read.setNoPosition(new shared.Empty() as never);
}
