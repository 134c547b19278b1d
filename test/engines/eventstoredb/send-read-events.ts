// Filters, respects back-pressure, and encodes events by the protocol.
import { setImmediate } from 'node:timers/promises';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import type { StoredEvent } from './in-memory-log.js';
import type { ReadCall, Service } from './refusals.js';

export type ReadOptions = messages.ReadReq.Options;

export interface Reader extends Service {
  readonly call: ReadCall;
  readonly options: ReadOptions;
}

/** Revision of a tombstone. */
export const LAST_REVISION = 2n ** 63n - 1n;

export function filterOf(options: ReadOptions): (event: StoredEvent) => boolean {
  const filter = options.getFilter();
  const expression = filter?.getEventType() ?? filter?.getStreamIdentifier();
  if (!filter || !expression) return () => true;
  const text = (event: StoredEvent) => (filter.hasEventType() ? event.type : event.stream);
  const regex = expression.getRegex() ? new RegExp(expression.getRegex(), 'u') : undefined;
  if (regex) return (event) => regex.test(text(event));
  return (event) => expression.getPrefixList().some((prefix) => text(event).startsWith(prefix));
}

export async function send(reader: Reader, event: StoredEvent): Promise<void> {
  const { call, faults, cut, sent } = reader;
  sent();
  const hasPosition = !reader.withoutPositions || reader.options.hasAll();
  const isLastBeforeCut = faults.take('cut mid-stream');
  const goesOn = call.write(new messages.ReadResp().setEvent(readEvent(event, hasPosition)));
  if (isLastBeforeCut) {
    await setImmediate();
    cut();
  }
  if (!goesOn && !call.cancelled && !call.destroyed) await drained(call);
}

/** Also once the call has ended. */
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

function readEvent(event: StoredEvent, hasPosition: boolean): messages.ReadResp.ReadEvent {
  const recorded = new messages.ReadResp.ReadEvent.RecordedEvent();
  const position = String(hasPosition ? event.position : 2n ** 64n - 1n);
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
  return hasPosition ? read.setCommitPosition(position) : read.setNoPosition(new shared.Empty());
}
