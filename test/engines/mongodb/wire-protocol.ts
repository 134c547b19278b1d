import { type Document, deserialize, serialize } from 'bson';

export interface Message {
  readonly requestId: number;
  /** OP_QUERY, with which drivers open a connection. */
  readonly isOld: boolean;
  readonly command: Document;
}

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER = 16;

export function messageReader(take: (message: Message) => void): (piece: Buffer) => void {
  let held: Buffer = Buffer.alloc(0);
  return (piece) => {
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
    while (held.length >= HEADER && held.length >= held.readInt32LE(0)) {
      const length = held.readInt32LE(0);
      take(parsed(held.subarray(0, length)));
      held = held.subarray(length);
    }
  };
}

function parsed(bytes: Buffer): Message {
  const requestId = bytes.readInt32LE(4);
  const code = bytes.readInt32LE(12);
  if (code === OP_QUERY) {
    const name = bytes.indexOf(0, HEADER + 4);
    return { requestId, isOld: true, command: document(bytes, name + 1 + 8) };
  }
  if (code !== OP_MSG) throw new Error(`No message of the kind ${code} is understood here`);
  return { requestId, isOld: false, command: sections(bytes, HEADER + 4) };
}

function sections(bytes: Buffer, start: number): Document {
  const command: Document = {};
  for (let at = start; at < bytes.length;) {
    const kind = bytes[at++];
    const size = bytes.readInt32LE(at);
    if (kind === 0) Object.assign(command, document(bytes, at));
    else {
      const end = bytes.indexOf(0, at + 4);
      const list: Document[] = [];
      for (let item = end + 1; item < at + size; item += bytes.readInt32LE(item))
        list.push(document(bytes, item));
      command[bytes.toString('utf8', at + 4, end)] = list;
    }
    at += size;
  }
  return command;
}

function document(bytes: Buffer, at: number): Document {
  return deserialize(bytes.subarray(at, at + bytes.readInt32LE(at)));
}

export function answerBytes({ requestId, isOld }: Message, answer: Document): Buffer {
  const body = serialize(answer, { ignoreUndefined: true });
  const extra = isOld ? Buffer.alloc(20) : Buffer.alloc(5);
  if (isOld) extra.writeInt32LE(1, 16);
  const header = Buffer.alloc(HEADER);
  header.writeInt32LE(HEADER + extra.length + body.length, 0);
  header.writeInt32LE(requestId, 8);
  header.writeInt32LE(isOld ? OP_REPLY : OP_MSG, 12);
  return Buffer.concat([header, extra, body]);
}
