// The text of a log: decoded as its byte order mark or its first line says, and refused where that is not so.
import { foreignBytes, foreignText } from './foreign-formats.js';

interface Decoder {
  decode(bytes: Uint8Array, last: boolean): string;
}

/** Enough for the XML declaration and to recognise what it is, in two bytes a character. */
const HEAD = 2048;

export async function* decodeLog(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let waiting: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    if (decoder) {
      yield decoder.decode(chunk, false);
      continue;
    }
    waiting = Buffer.concat([waiting, chunk]);
    if (waiting.length < HEAD) continue;
    decoder = decoderOf(waiting);
    yield recognised(decoder.decode(waiting, false));
  }
  if (decoder) yield decoder.decode(new Uint8Array(), true);
  else yield recognised(decoderOf(waiting).decode(waiting, true));
}

function recognised(text: string): string {
  const foreign = foreignText(text.slice(0, HEAD));
  if (foreign !== undefined) throw new Error(foreign);
  return text;
}

function decoderOf(head: Uint8Array): Decoder {
  const foreign = foreignBytes(head);
  if (foreign !== undefined) throw new Error(foreign);
  const seen = markOf(head) ?? bare(head);
  const declared = declaredIn(head, seen)?.toLowerCase();
  if (declared === undefined) return unicode(seen ?? 'utf-8');
  if (seen === undefined) return asDeclared(declared);
  if (declared === seen || (declared === 'utf-16' && seen.startsWith('utf-16'))) return unicode(seen);
  throw new Error(`its first line says ${declared}, but it is written in ${seen}. Mend the first line`);
}

function asDeclared(declared: string): Decoder {
  if (declared.startsWith('utf-16'))
    throw new Error(`its first line says ${declared}, but it is not. Mend the first line`);
  const known = Object.hasOwn(DECLARED, declared) ? DECLARED[declared] : undefined;
  if (!known) throw new Error(`its first line says ${declared}, which Daybook cannot read. Save it as UTF-8`);
  return known();
}

const BYTE_ORDER_MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

const markOf = (head: Uint8Array): string | undefined =>
  BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => head[index] === byte))?.[0];

/** UTF-16 without a mark: `<` and what comes beside it. */
function bare(head: Uint8Array): string | undefined {
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le';
  if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be';
  return undefined;
}

function declaredIn(head: Uint8Array, seen: string | undefined): string | undefined {
  const start = head.subarray(0, HEAD - (HEAD % 2));
  const text = seen?.startsWith('utf-16')
    ? new TextDecoder(seen).decode(start)
    : Buffer.from(start).toString('latin1');
  return /<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1];
}

const unicode = (name: string): Decoder => {
  const decoder = new TextDecoder(name, { fatal: true });
  return {
    decode(bytes, last) {
      try {
        return decoder.decode(bytes, { stream: !last });
      } catch {
        throw new Error(
          `this is not ${name.toUpperCase()} text. If it is another encoding, say so in its first line`,
        );
      }
    },
  };
};

/** One byte, one character; what the encoding leaves undefined shows that it is another one. */
const oneByte = (name: string, undefinedFrom: number, undefinedTo: number): Decoder => ({
  decode(bytes) {
    const wrong = bytes.find((byte) => byte >= undefinedFrom && byte <= undefinedTo);
    if (wrong !== undefined)
      throw new Error(
        `its first line says ${name}, but byte 0x${wrong.toString(16)} is not part of it. Perhaps it is UTF-8 or windows-1252: correct the first line`,
      );
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  },
});

const latin1 = () => oneByte('ISO-8859-1', 0x80, 0x9f);
const ascii = () => oneByte('US-ASCII', 0x80, 0xff);

const DECLARED: Readonly<Partial<Record<string, () => Decoder>>> = {
  'utf-8': () => unicode('utf-8'),
  utf8: () => unicode('utf-8'),
  'iso-8859-1': latin1,
  latin1,
  'us-ascii': ascii,
  ascii,
  'iso-8859-15': () => unicode('iso-8859-15'),
  'windows-1252': () => unicode('windows-1252'),
  cp1252: () => unicode('windows-1252'),
};
