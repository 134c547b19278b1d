// Messages in a stream of bytes: the same ones, wherever the network cuts it.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { framed, FrameDecoder } from '#event-store/eventstoredb/frames.js';

const LARGEST = 1_000;

function cut(bytes: Buffer, at: readonly number[]): readonly Buffer[] {
  const ends = [...at.map((each) => each % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

const asHex = (messages: readonly Uint8Array[]) => messages.map((each) => Buffer.from(each).toString('hex'));

describe('messages in a stream of bytes', () => {
  it('come out as they went in, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 10 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        (messages, at) => {
          const frames = new FrameDecoder(LARGEST);
          const found = cut(framed(messages), at).flatMap((chunk) => frames.add(chunk));
          expect(asHex(found)).toEqual(asHex(messages));
        },
      ),
    );
  });

  it('are refused before they have come, where they are larger than any can be', () => {
    const header = framed([new Uint8Array(LARGEST + 1)]).subarray(0, 5);
    expect(() => new FrameDecoder(LARGEST).add(header)).toThrow('an answer of 1001 bytes');
  });

  it('are refused where they are compressed, which nobody asked for', () => {
    const bytes = framed([new Uint8Array(3)]);
    bytes[0] = 1;
    expect(() => new FrameDecoder(LARGEST).add(bytes)).toThrow('compressed');
  });
});
