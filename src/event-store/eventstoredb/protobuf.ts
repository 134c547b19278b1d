// Messages of EventStoreDB's protocol, field by field: only those fields are written and read that Daybook uses.
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

export type { BinaryReader };

export class ProtobufMessage {
  private readonly writer = new BinaryWriter();

  part(field: number, write: (message: this) => unknown): this {
    this.writer.tag(field, WireType.LengthDelimited).fork();
    write(this);
    this.writer.join();
    return this;
  }

  empty(field: number): this {
    return this.part(field, () => {});
  }

  number(field: number, value: number | bigint): this {
    this.writer.tag(field, WireType.Varint).uint64(value);
    return this;
  }

  text(field: number, value: string): this {
    this.writer.tag(field, WireType.LengthDelimited).string(value);
    return this;
  }

  bytes(field: number, value: Uint8Array): this {
    this.writer.tag(field, WireType.LengthDelimited).bytes(value);
    return this;
  }

  finish(): Uint8Array {
    return this.writer.finish();
  }
}

/** Has read the field's value, or else returns false: it is passed over. */
type ReadField = (field: number, reader: BinaryReader) => boolean;

export function readMessage(bytes: Uint8Array, read: ReadField): void {
  const reader = new BinaryReader(bytes);
  readFields(reader, reader.len, read);
}

/** The message that comes next in another one. */
export function readPart(reader: BinaryReader, read: ReadField): true {
  const length = reader.uint32();
  readFields(reader, reader.pos + length, read);
  return true;
}

function readFields(reader: BinaryReader, end: number, read: ReadField): void {
  while (reader.pos < end) {
    const [field, type] = reader.tag();
    if (!read(field, reader)) reader.skip(type, field);
  }
}

/** Of the message that comes next, this one field. */
export function fieldIn<T>(
  reader: BinaryReader,
  wanted: number,
  read: (reader: BinaryReader) => T,
): T | undefined {
  let value: T | undefined;
  readPart(reader, (field) => {
    if (field !== wanted) return false;
    value = read(reader);
    return true;
  });
  return value;
}

/** Of a message that stands alone. */
export function readField<T>(
  bytes: Uint8Array,
  wanted: number,
  read: (reader: BinaryReader) => T,
): T | undefined {
  let value: T | undefined;
  readMessage(bytes, (field, reader) => {
    if (field !== wanted) return false;
    value = read(reader);
    return true;
  });
  return value;
}

/** uint64, as far as it is exact. */
export const numberIn = (reader: BinaryReader): number => Number(reader.uint64());

export const utf8Text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

export const textIn = (reader: BinaryReader): string => utf8Text(reader.bytes());
