// A separate append call: options, then one event per message; refusals come in the trailers, as in a real server.
import { type ServerReadableStream, status } from '@grpc/grpc-js';
import { setImmediate } from 'node:timers/promises';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import { IncomingAppend, type AppendAnswer, type EventTooLarge, type TooLarge } from './incoming-append.js';
import type { ExpectedRevision } from './in-memory-log.js';
import { proposed, streamName } from './append-messages.js';
import { accessDenied, deleted, notReady, refusal, refuseStrangers, type Service } from './refusals.js';

export type AppendCall = ServerReadableStream<messages.AppendReq, messages.AppendResp>;
type Options = messages.AppendReq.Options;

/** undefined: never answered. */
export async function answerAppend(
  service: Service,
  call: AppendCall,
): Promise<messages.AppendResp | undefined> {
  refuseStrangers(service, call.metadata);
  let options: Options | undefined;
  let append: IncomingAppend | undefined;
  // A call that is destroyed where this throws could not report why it ends.
  const requests: AsyncIterable<messages.AppendReq> = call.iterator({ destroyOnReturn: false });
  for await (const request of requests) {
    options ??= request.getOptions()!;
    append ??= new IncomingAppend(
      service,
      streamName(options.getStreamIdentifier()),
      expectedRevision(options),
    );
    if (request.hasProposedMessage()) append.add(proposed(request.getProposedMessage()!));
    if (append.refusal) break;
  }
  // grpc-js reports a broken connection as ended by the client, and a moment later as broken.
  await setImmediate();
  if (!append || !options || call.cancelled) return undefined;
  const answer = await append.finish(call.metadata);
  return answer && responseTo(answer, append.stream, options);
}

function expectedRevision(options: Options): ExpectedRevision {
  if (options.hasRevision()) return Number(options.getRevision());
  if (options.hasNoStream()) return -1;
  return options.hasStreamExists() ? 'stream exists' : 'any';
}

function responseTo(answer: AppendAnswer, stream: string, options: Options): messages.AppendResp {
  if (answer === 'deleted') throw deleted(stream);
  if (answer === 'access denied') throw accessDenied();
  if (answer === 'not ready') throw notReady();
  if ('maxAppendSize' in answer) throw tooLarge(answer);
  if ('maxEventSize' in answer) throw eventTooLarge(answer);
  const response = new messages.AppendResp();
  if ('currentRevision' in answer)
    return response.setWrongExpectedVersion(wrongVersion(answer.currentRevision, options));
  const success = new messages.AppendResp.Success().setCurrentRevision(String(answer.revision));
  if (answer.position === undefined) return response.setSuccess(success.setNoPosition(new shared.Empty()));
  const at = String(answer.position);
  const position = new messages.AppendResp.Position().setCommitPosition(at).setPreparePosition(at);
  return response.setSuccess(success.setPosition(position));
}

function wrongVersion(current: number, options: Options): messages.AppendResp.WrongExpectedVersion {
  const wrong = new messages.AppendResp.WrongExpectedVersion();
  if (options.hasRevision()) wrong.setExpectedRevision(options.getRevision());
  else if (options.hasNoStream()) wrong.setExpectedNoStream(new shared.Empty());
  else if (options.hasStreamExists()) wrong.setExpectedStreamExists(new shared.Empty());
  else wrong.setExpectedAny(new shared.Empty());
  if (current === -1) return wrong.setCurrentNoStream(new shared.Empty());
  return wrong.setCurrentRevision(String(current));
}

const tooLarge = ({ maxAppendSize }: TooLarge) =>
  refusal(status.INVALID_ARGUMENT, `Maximum Append Size of ${maxAppendSize} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(maxAppendSize),
  });

/** Servers since 24.10.4; they write the id as the JSON of its message. */
function eventTooLarge({ eventId, eventSize, maxEventSize }: EventTooLarge): Error {
  const id = `{ "string": "${eventId}" }`;
  const details = `Event with Id: ${id}, Size: ${eventSize}, exceeds Maximum Append Event Size of ${maxEventSize}.`;
  return refusal(status.INVALID_ARGUMENT, details, {
    exception: 'maximum-append-event-size-exceeded',
    'maximum-append-event-size': String(maxEventSize),
    'event-id': id,
    'proposed-append-event-size': String(eventSize),
  });
}
