import { status } from '@grpc/grpc-js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import type { Log, StoredEvent } from './in-memory-log.js';
import { streamName } from './append-messages.js';
import { filterOf, LAST_REVISION, send, type Reader, type ReadOptions } from './send-read-events.js';
import { deleted, refusal, type ReadCall, type Service } from './refusals.js';
import { follow } from './answer-subscription.js';

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

const BACKWARDS = messages.ReadReq.Options.ReadDirection.BACKWARDS;

function ofStream(log: Log, options: ReadOptions): readonly StoredEvent[] | undefined {
  const stream = options.getStream()!;
  const name = streamName(stream.getStreamIdentifier());
  const events = log.stream(name);
  // A genuine server counts in 63 bits.
  if (BigInt(stream.getRevision()) > LAST_REVISION)
    throw refusal(status.UNKNOWN, 'Exception was thrown by handler.');
  if (events === 'deleted') throw deleted(name);
  const backwards = options.getReadDirection() === BACKWARDS;
  const at = stream.hasEnd() ? Infinity : stream.hasRevision() ? Number(stream.getRevision()) : 0;
  if (backwards) return events?.filter(({ revision }) => revision <= at).toReversed();
  return events?.filter(({ revision }) => revision >= at);
}

function ofAll(log: Log, options: ReadOptions): readonly StoredEvent[] {
  const all = options.getAll()!;
  const isIn = filterOf(options);
  const at = all.hasPosition() ? Number(all.getPosition()!.getCommitPosition()) : undefined;
  if (options.getReadDirection() === BACKWARDS) {
    const end = at === undefined ? log.events.length : log.indexAt(at);
    if (end === undefined || (at ?? 0) > log.end) throw noRecordThere();
    return log.events.slice(0, end).filter(isIn).toReversed();
  }
  if (all.hasEnd()) return [];
  const start = log.indexAt(at ?? 0);
  if (start === undefined) throw noRecordThere();
  return log.events.slice(start).filter(isIn);
}

const noRecordThere = () => refusal(status.UNKNOWN, 'Unexpected ReadAllResult: Error');
