// What EventStoreDB answers, as far as Daybook reads it: bytes stay bytes until somebody wants them.
import type messages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';

/** An event as the server has it, whoever wrote it. */
export interface Found {
  readonly stream: string;
  readonly revision: number;
  /** Commit position; undefined: not told. */
  readonly position: bigint | undefined;
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

const NO_POSITION = 2n ** 64n - 1n;

/** undefined: the answer brings no event (the beginning of a subscription, how far the server has looked). */
export function eventIn(answer: messages.ReadResp): Found | undefined {
  const read = answer.getEvent();
  const event = read?.getEvent();
  if (!event) return undefined;
  const told = event.getMetadataMap();
  const position = BigInt(event.getCommitPosition());
  return {
    stream: textOf(event.getStreamIdentifier()!.getStreamName_asU8()),
    revision: Number(event.getStreamRevision()),
    position: position === NO_POSITION ? undefined : position,
    id: event.getId()!.getString(),
    type: told.get('type') ?? '',
    isJson: told.get('content-type') === 'application/json',
    data: event.getData_asU8(),
    metadata: event.getCustomMetadata_asU8(),
  };
}

export const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
