// Between the messages of an append and the log of the small EventStoreDB.
import messages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js';
import type { ExpectedRevision, Outcome, ProposedEvent } from './log.js';

export const streamName = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier!.getStreamName_asU8()).toString('utf8');

export function proposed(message: messages.AppendReq.ProposedMessage): ProposedEvent {
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

export function expectedRevision(options: messages.AppendReq.Options): ExpectedRevision {
  const { REVISION, NO_STREAM, STREAM_EXISTS } = messages.AppendReq.Options.ExpectedStreamRevisionCase;
  switch (options.getExpectedStreamRevisionCase()) {
    case REVISION:
      return Number(options.getRevision());
    case NO_STREAM:
      return -1;
    case STREAM_EXISTS:
      return 'stream exists';
    default:
      return 'any';
  }
}

export function appended(
  outcome: Exclude<Outcome, 'deleted'>,
  options: messages.AppendReq.Options,
): messages.AppendResp {
  const response = new messages.AppendResp();
  if ('currentRevision' in outcome) {
    const wrong = new messages.AppendResp.WrongExpectedVersion();
    if (options.hasRevision()) wrong.setExpectedRevision(options.getRevision());
    else wrong.setExpectedNoStream(new shared.Empty() as never);
    if (outcome.currentRevision === -1) wrong.setCurrentNoStream(new shared.Empty() as never);
    else wrong.setCurrentRevision(String(outcome.currentRevision));
    return response.setWrongExpectedVersion(wrong);
  }
  const at = String(outcome.position);
  const position = new messages.AppendResp.Position().setCommitPosition(at).setPreparePosition(at);
  return response.setSuccess(
    new messages.AppendResp.Success().setCurrentRevision(String(outcome.revision)).setPosition(position),
  );
}
