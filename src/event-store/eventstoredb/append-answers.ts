// What EventStoreDB answers to one of the appends that share a call.
import { ServerAway, Deleted, Denied, TooLarge, ServerRefusal } from './failures.js';
import {
  fieldIn,
  readField,
  numberIn,
  readMessage,
  readPart,
  textIn,
  type BinaryReader,
} from './protobuf.js';

export interface AppendAnswer {
  readonly isWritten: boolean;
  /** Of the stream's last event, -1: there is none. Where nothing was written, it is not the one that was expected. */
  readonly revision: number;
  /** Of the last event that was written; undefined: not told. */
  readonly position?: bigint | undefined;
}

export interface AnsweredAppend {
  /** As it was asked; '' where it cannot be told. */
  readonly correlation: string;
  readonly answer: AppendAnswer | Error;
}

export function appendAnswerIn(bytes: Uint8Array): AnsweredAppend {
  let correlation = '';
  let answer: AppendAnswer | Error = new ServerAway('its answer says nothing', true);
  readMessage(bytes, (field, reader) => {
    if (field === 1) correlation = fieldIn(reader, 2, textIn) ?? '';
    else if (field === 2) answer = refusalIn(reader);
    else if (field === 3) answer = successIn(reader);
    else return false;
    return true;
  });
  return { correlation, answer };
}

function successIn(reader: BinaryReader): AppendAnswer {
  let revision = -1;
  let position: bigint | undefined;
  readPart(reader, (field) => {
    if (field === 1) revision = numberIn(reader);
    else if (field === 3) position = fieldIn(reader, 1, positionIn) ?? 0n;
    else return false;
    return true;
  });
  return { isWritten: true, revision, position };
}

const positionIn = (reader: BinaryReader) => BigInt(reader.uint64());

/** As the server names its refusals. Of `details` one field counts: the stream's revision, a limit, or words. */
const BY_NAME: Readonly<Record<string, (details: Uint8Array) => AppendAnswer | Error>> = {
  WrongExpectedVersion: (details) => ({ isWritten: false, revision: readField(details, 1, numberIn) ?? -1 }),
  StreamDeleted: () => new Deleted('the stream is deleted'),
  AccessDenied: () => new Denied('access is denied'),
  MaximumAppendSizeExceeded: (details) => new TooLarge(readField(details, 1, numberIn)),
  // A limit for each event, since KurrentDB 25.1: its id, its size, and what it may have.
  MaximumAppendEventSizeExceeded: (details) => new TooLarge(readField(details, 3, numberIn)),
  BadRequest: (details) => new ServerRefusal(readField(details, 1, textIn) ?? 'bad request'),
};

function refusalIn(reader: BinaryReader): AppendAnswer | Error {
  let name = '';
  let details: Uint8Array = new Uint8Array();
  readPart(reader, (field) => {
    if (field === 2) name = textIn(reader);
    else if (field === 3) details = fieldIn(reader, 2, (packed) => packed.bytes()) ?? details;
    else return false;
    return true;
  });
  // Not ready, too busy, not replicated in time: somewhat later, or another node, may do.
  return BY_NAME[name]?.(details) ?? new ServerAway(name, false);
}
