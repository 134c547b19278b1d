// Appends that share a call, one message each; refusals have no details, as in a real server.
import type { ServerDuplexStream } from '@grpc/grpc-js';
import anys from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import { IncomingAppend, type AppendAnswer, type Written } from './incoming-append.js';
import type { ExpectedRevision } from './in-memory-log.js';
import { proposed, streamName } from './append-messages.js';
import { refuseStrangers, type Service } from './refusals.js';

export type BatchAppendCall = ServerDuplexStream<messages.BatchAppendReq, messages.BatchAppendResp>;
type Options = messages.BatchAppendReq.Options;

/** `refuse`: ends the call and every unanswered append of it. */
export function answerBatchAppends(
  service: Service,
  call: BatchAppendCall,
  refuse: (error: Error) => void,
): void {
  refuseStrangers(service, call.metadata);
  call.on('data', (request: messages.BatchAppendReq) => {
    answerOne(service, call, request).catch(refuse);
  });
  call.on('end', () => call.end());
}

async function answerOne(
  service: Service,
  call: BatchAppendCall,
  request: messages.BatchAppendReq,
): Promise<void> {
  const options = request.getOptions()!;
  const stream = streamName(options.getStreamIdentifier());
  const append = new IncomingAppend(service, stream, expectedRevision(options));
  for (const message of request.getProposedMessagesList()) append.add(proposed(message));
  const answer = await append.finish(call.metadata);
  if (!answer || call.cancelled) return;
  const response = new messages.BatchAppendResp()
    .setCorrelationId(request.getCorrelationId())
    .setStreamIdentifier(options.getStreamIdentifier());
  if (typeof answer === 'object' && 'revision' in answer) response.setSuccess(success(answer));
  else response.setError(refusalOf(answer));
  call.write(response);
}

function expectedRevision(options: Options): ExpectedRevision {
  if (options.hasStreamPosition()) return Number(options.getStreamPosition());
  if (options.hasNoStream()) return -1;
  return options.hasStreamExists() ? 'stream exists' : 'any';
}

function success({ revision, position }: Written): messages.BatchAppendResp.Success {
  const answer = new messages.BatchAppendResp.Success().setCurrentRevision(String(revision));
  if (position === undefined) return answer.setNoPosition(new empty.Empty());
  const at = String(position);
  return answer.setPosition(new shared.AllStreamPosition().setCommitPosition(at).setPreparePosition(at));
}

function refusalOf(answer: Exclude<AppendAnswer, Written>): statuses.Status {
  if (answer === 'deleted') return refusal('StreamDeleted', new shared.StreamDeleted());
  if (answer === 'access denied') return refusal('AccessDenied', new shared.AccessDenied());
  if (answer === 'not ready')
    return refusal('Server Is Not Ready', new empty.Empty(), 'google.protobuf.Empty');
  if ('currentRevision' in answer)
    return refusal('WrongExpectedVersion', wrongVersion(answer.currentRevision));
  const limit = 'maxAppendSize' in answer ? answer.maxAppendSize : answer.maxEventSize;
  const tooLarge = new shared.MaximumAppendSizeExceeded();
  tooLarge.setMaxappendsize(limit);
  return refusal('MaximumAppendSizeExceeded', tooLarge);
}

function refusal(
  name: string,
  details: { serializeBinary(): Uint8Array },
  type = `event_store.client.${name}`,
): statuses.Status {
  const packed = new anys.Any();
  packed.pack(details.serializeBinary(), type);
  return new statuses.Status().setMessage(name).setDetails(packed);
}

function wrongVersion(current: number): shared.WrongExpectedVersion {
  const wrong = new shared.WrongExpectedVersion().setExpectedAny(new empty.Empty());
  if (current === -1) return wrong.setCurrentNoStream(new empty.Empty());
  return wrong.setCurrentStreamRevision(String(current));
}
