// Appends that share one call: answered one by one; what cannot be answered so ends the call for all of them.
import type { ServerDuplexStream } from '@grpc/grpc-js';
import codes from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import protobuf from 'google-protobuf';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { IncomingAppend, type AppendAnswer, type EventTooLarge, type Written } from './incoming-append.js';
import type { ExpectedRevision } from './log.js';
import { proposed, streamName } from './messages.js';
import { refuseStrangers, type Service } from './service.js';

const { Code } = codes;
export type BatchAppendCall = ServerDuplexStream<messages.BatchAppendReq, messages.BatchAppendResp>;

export async function answerAppends(service: Service, call: BatchAppendCall): Promise<void> {
  refuseStrangers(service, call.metadata);
  const begun = new Map<string, IncomingAppend>();
  // A call that is destroyed where this throws could not say any more why it ends.
  const requests: AsyncIterable<messages.BatchAppendReq> = call.iterator({ destroyOnReturn: false });
  for await (const request of requests) {
    const correlation = request.getCorrelationId()!;
    const id = correlation.getString();
    const options = request.getOptions();
    if (options)
      begun.set(
        id,
        new IncomingAppend(service, streamName(options.getStreamIdentifier()), expectedRevision(options)),
      );
    const append = begun.get(id);
    if (!append) continue;
    for (const message of request.getProposedMessagesList()) append.add(proposed(message));
    if (!request.getIsFinal() && !append.refusal) continue;
    begun.delete(id);
    append.finish(call.metadata).then(
      (answer) => answer && call.write(responseTo(answer, append.stream).setCorrelationId(correlation)),
      (error: Error) => call.emit('error', error),
    );
  }
  call.end();
}

function expectedRevision(options: messages.BatchAppendReq.Options): ExpectedRevision {
  if (options.hasStreamPosition()) return Number(options.getStreamPosition());
  if (options.hasNoStream()) return -1;
  return options.hasStreamExists() ? 'stream exists' : 'any';
}

export const responseTo = (answer: AppendAnswer, stream: string): messages.BatchAppendResp =>
  resultOf(answer, stream).setStreamIdentifier(identifierOf(stream));

const identifierOf = (stream: string) =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));

function resultOf(answer: AppendAnswer, stream: string): messages.BatchAppendResp {
  if (answer === 'deleted') return deleted(stream);
  if (answer === 'access denied')
    return failure(Code.PERMISSION_DENIED, 'AccessDenied', new empty.Empty(), 'google.protobuf.Empty');
  // A genuine server's code says here that all is well.
  if (answer === 'not ready')
    return failure(Code.OK, 'Server Is Not Ready', new empty.Empty(), 'google.protobuf.Empty');
  if ('maxAppendSize' in answer) {
    const about = new shared.MaximumAppendSizeExceeded().setMaxappendsize(answer.maxAppendSize);
    return failure(Code.INVALID_ARGUMENT, 'MaximumAppendSizeExceeded', about);
  }
  if ('maxEventSize' in answer) return eventTooLarge(answer);
  return 'currentRevision' in answer ? wrongVersion(answer.currentRevision) : success(answer);
}

function success({ revision, position }: Written): messages.BatchAppendResp {
  const written = new messages.BatchAppendResp.Success().setCurrentRevision(String(revision));
  if (position !== undefined) {
    const at = String(position);
    written.setPosition(new shared.AllStreamPosition().setCommitPosition(at).setPreparePosition(at));
  }
  return new messages.BatchAppendResp().setSuccess(written);
}

/** The definitions that the client brings do not know this message yet. */
function eventTooLarge({ eventId, eventSize, maxEventSize }: EventTooLarge): messages.BatchAppendResp {
  const about = new protobuf.BinaryWriter();
  about.writeString(1, eventId);
  about.writeUint32(2, eventSize);
  about.writeUint32(3, maxEventSize);
  return failure(Code.INVALID_ARGUMENT, 'MaximumAppendEventSizeExceeded', {
    serializeBinary: () => about.getResultBuffer(),
  });
}

function deleted(stream: string): messages.BatchAppendResp {
  const about = new shared.StreamDeleted().setStreamIdentifier(identifierOf(stream));
  return failure(Code.NOT_FOUND, 'StreamDeleted', about);
}

function wrongVersion(currentRevision: number): messages.BatchAppendResp {
  const about = new shared.WrongExpectedVersion();
  if (currentRevision === -1) about.setCurrentNoStream(new empty.Empty());
  else about.setCurrentStreamRevision(String(currentRevision));
  return failure(Code.ALREADY_EXISTS, 'WrongExpectedVersion', about);
}

function failure(
  code: codes.Code,
  name: string,
  about: { serializeBinary(): Uint8Array },
  type = `event_store.client.${name}`,
): messages.BatchAppendResp {
  const details = new any.Any();
  details.pack(about.serializeBinary(), type);
  return new messages.BatchAppendResp().setError(
    new statuses.Status().setCode(code).setMessage(name).setDetails(details),
  );
}
