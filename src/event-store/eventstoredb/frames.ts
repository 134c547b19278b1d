// The messages of gRPC as they lie in a stream of bytes: whether it is compressed, its length, and itself.

/** Its first byte says whether it is compressed, the next four how long it is. */
const HEADER = 5;

export function framed(messages: readonly Uint8Array[]): Buffer {
  const parts = messages.flatMap((message) => {
    const header = Buffer.alloc(HEADER);
    header.writeUInt32BE(message.length, 1);
    return [header, message];
  });
  return Buffer.concat(parts);
}

/** Puts messages together as their bytes come in. */
export class FrameDecoder {
  private chunks: Buffer[] = [];
  private have = 0;
  private needed = HEADER;

  constructor(private readonly largest: number) {}

  /** Messages that are whole now. Throws where one is larger than can be, or cannot be read. */
  add(chunk: Buffer): readonly Buffer[] {
    this.chunks.push(chunk);
    this.have += chunk.length;
    if (this.have < this.needed) return [];
    const whole: Buffer[] = [];
    let rest = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks);
    for (this.needed = this.frameAt(rest); rest.length >= this.needed; this.needed = this.frameAt(rest)) {
      whole.push(rest.subarray(HEADER, this.needed));
      rest = rest.subarray(this.needed);
    }
    this.chunks = rest.length > 0 ? [rest] : [];
    this.have = rest.length;
    return whole;
  }

  private frameAt(bytes: Buffer): number {
    if (bytes.length < HEADER) return HEADER;
    const length = bytes.readUInt32BE(1);
    if (bytes[0] !== 0) throw new Error('an answer is compressed, which was not asked for');
    if (length > this.largest)
      throw new Error(`an answer of ${length} bytes is larger than any event may be`);
    return HEADER + length;
  }
}
