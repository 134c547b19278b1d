import type shared from '@eventstore/db-client/generated/shared_pb.js';
import type messages from '@eventstore/db-client/generated/streams_pb.js';
import type { ProposedEvent } from './in-memory-log.js';

export function streamName(identifier: shared.StreamIdentifier | undefined): string {
  const name = Buffer.from(identifier!.getStreamName_asU8()).toString('utf8');
  if (!name) throw new Error('A stream has a name.');
  return name;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const NIL = '00000000-0000-0000-0000-000000000000';

export function proposed(message: messages.AppendReq.ProposedMessage): ProposedEvent {
  const map = message.getMetadataMap();
  // A genuine server stores 16 bytes, and returns them in lower case.
  const id = message.getId()!.getString().toLowerCase();
  const type = map.get('type')!;
  if (!UUID.test(id) || id === NIL || !type) throw new Error('An event has a UUID and a type.');
  return {
    id,
    type,
    contentType: map.get('content-type')!,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}
