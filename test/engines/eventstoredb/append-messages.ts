// Between the messages of appends (BatchAppend) and the log of the small EventStoreDB.
import codes from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/code_pb.js';
import messages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import refusals from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/status_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { ProtobufMessage } from '#event-store/eventstoredb/protobuf.js';
import type { ExpectedRevision, Outcome, ProposedEvent } from './log.js';

const { Code } = codes;

export const streamName = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier!.getStreamName_asU8()).toString('utf8');

export function proposed(message: messages.BatchAppendReq.ProposedMessage): ProposedEvent {
  const map = message.getMetadataMap();
  return {
    // The real one keeps 16 bytes, and gives them back in small letters.
    id: message.getId()!.getString().toLowerCase(),
    type: map.get('type')!,
    contentType: map.get('content-type')!,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

export function expectedRevision(options: messages.BatchAppendReq.Options): ExpectedRevision {
  const { STREAM_POSITION, NO_STREAM, STREAM_EXISTS } =
    messages.BatchAppendReq.Options.ExpectedStreamPositionCase;
  switch (options.getExpectedStreamPositionCase()) {
    case STREAM_POSITION:
      return Number(options.getStreamPosition());
    case NO_STREAM:
      return -1;
    case STREAM_EXISTS:
      return 'stream exists';
    default:
      return 'any';
  }
}

export function answerTo(outcome: Outcome, stream: string): messages.BatchAppendResp {
  if (outcome === 'deleted') return deleted(stream);
  if ('currentRevision' in outcome) return wrongExpectedVersion(outcome.currentRevision);
  const at = String(outcome.position);
  const position = new shared.AllStreamPosition().setCommitPosition(at).setPreparePosition(at);
  return new messages.BatchAppendResp().setSuccess(
    new messages.BatchAppendResp.Success().setCurrentRevision(String(outcome.revision)).setPosition(position),
  );
}

export const tooLarge = (limit: number): messages.BatchAppendResp =>
  refused(
    Code.INVALID_ARGUMENT,
    'MaximumAppendSizeExceeded',
    new shared.MaximumAppendSizeExceeded().setMaxappendsize(limit),
  );

/** Newer ones bound each event as well. The definitions that the client brings do not know this message yet. */
export const eventTooLarge = (limit: number): messages.BatchAppendResp => {
  const about = new ProtobufMessage()
    .text(1, 'its id')
    .number(2, limit + 1)
    .number(3, limit);
  return refused(Code.INVALID_ARGUMENT, 'MaximumAppendEventSizeExceeded', {
    serializeBinary: () => about.finish(),
  });
};

export const accessDenied = (): messages.BatchAppendResp =>
  refused(Code.PERMISSION_DENIED, 'AccessDenied', new empty.Empty(), 'google.protobuf.Empty');

/** So the real one says that it does not do it just now: the code says that all is well. */
export const notReady = (): messages.BatchAppendResp =>
  refused(Code.OK, 'Server Is Not Ready', new empty.Empty(), 'google.protobuf.Empty');

function deleted(stream: string): messages.BatchAppendResp {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));
  const about = new shared.StreamDeleted().setStreamIdentifier(identifier);
  return refused(Code.NOT_FOUND, 'StreamDeleted', about);
}

function wrongExpectedVersion(currentRevision: number): messages.BatchAppendResp {
  const about = new shared.WrongExpectedVersion();
  if (currentRevision === -1) about.setCurrentNoStream(new empty.Empty());
  else about.setCurrentStreamRevision(String(currentRevision));
  return refused(Code.ALREADY_EXISTS, 'WrongExpectedVersion', about);
}

function refused(
  code: codes.Code,
  name: string,
  about: { serializeBinary(): Uint8Array },
  type = `event_store.client.${name}`,
): messages.BatchAppendResp {
  const details = new any.Any();
  details.pack(about.serializeBinary(), type);
  return new messages.BatchAppendResp().setError(
    new refusals.Status().setCode(code).setMessage(name).setDetails(details),
  );
}
