// What EventStoreDB answers, as far as Daybook reads it: bytes stay bytes until somebody wants them.
import { fieldIn, numberIn, readMessage, readPart, textIn, type BinaryReader } from './protobuf.js';

/** An event as the server has it, whoever wrote it. */
export interface ReadEvent {
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

/** One message of an answer to reading. Some bring nothing of use, as the beginning of a subscription. */
export interface ReadAnswer {
  readonly event?: ReadEvent;
  /** There is no such stream. */
  readonly isMissing?: true;
  /** A subscription: so far the server has looked. */
  readonly lookedTo?: number;
}

const NO_POSITION = 2n ** 64n - 1n;
const NOTHING = new Uint8Array();

export function readAnswerIn(bytes: Uint8Array): ReadAnswer {
  let answer: ReadAnswer = {};
  readMessage(bytes, (field, reader) => {
    if (field === 1) answer = eventIn(reader);
    else if (field === 3) answer = { lookedTo: fieldIn(reader, 1, numberIn) ?? 0 };
    else if (field === 4) answer = { isMissing: readPart(reader, () => false) };
    else return false;
    return true;
  });
  return answer;
}

function eventIn(reader: BinaryReader): ReadAnswer {
  const event = fieldIn(reader, 1, recordedIn);
  return event ? { event } : {};
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function recordedIn(reader: BinaryReader): ReadEvent {
  const found: Writable<ReadEvent> = {
    ...{ stream: '', revision: 0, position: 0n, id: '', type: '', isJson: false },
    ...{ data: NOTHING, metadata: NOTHING },
  };
  readPart(reader, (field) => {
    if (field === 1) found.id = fieldIn(reader, 2, textIn) ?? '';
    else if (field === 2) found.stream = fieldIn(reader, 3, textIn) ?? '';
    else if (field === 3) found.revision = numberIn(reader);
    else if (field === 5) found.position = positionIn(reader);
    else if (field === 6) take(found, entryIn(reader));
    else if (field === 7) found.metadata = reader.bytes();
    else if (field === 8) found.data = reader.bytes();
    else return false;
    return true;
  });
  return found;
}

function take(found: Writable<ReadEvent>, { key, value }: MetadataEntry): void {
  if (key === 'type') found.type = value;
  if (key === 'content-type') found.isJson = value === 'application/json';
}

interface MetadataEntry {
  key: string;
  value: string;
}

function entryIn(reader: BinaryReader): MetadataEntry {
  const entry = { key: '', value: '' };
  readPart(reader, (field) => {
    if (field === 1) entry.key = textIn(reader);
    else if (field === 2) entry.value = textIn(reader);
    else return false;
    return true;
  });
  return entry;
}

function positionIn(reader: BinaryReader): bigint | undefined {
  const position = BigInt(reader.uint64());
  return position === NO_POSITION ? undefined : position;
}
