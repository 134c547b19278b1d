import { describeForeignBytes, describeForeignText } from './foreign-formats.js';

interface Decoder {
  decode(bytes: Uint8Array, last: boolean): string;
}

/** The XML declaration at two bytes per character. */
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
    decoder = chooseDecoder(waiting);
    yield assertNotForeign(decoder.decode(waiting, false));
  }
  if (decoder) yield decoder.decode(new Uint8Array(), true);
  else yield assertNotForeign(chooseDecoder(waiting).decode(waiting, true));
}

function assertNotForeign(text: string): string {
  const foreign = describeForeignText(text.slice(0, HEAD));
  if (foreign !== undefined) throw new Error(foreign);
  return text;
}

function chooseDecoder(head: Uint8Array): Decoder {
  const foreign = describeForeignBytes(head);
  if (foreign !== undefined) throw new Error(foreign);
  const detected = detectByteOrderMark(head) ?? detectUnmarkedUtf16(head);
  const declared = findDeclaredEncoding(head, detected)?.toLowerCase();
  if (declared === undefined) return createUnicodeDecoder(detected ?? 'utf-8');
  if (detected === undefined) return createDeclaredDecoder(declared);
  if (declared === detected || (declared === 'utf-16' && detected.startsWith('utf-16')))
    return createUnicodeDecoder(detected);
  throw new Error(`its first line says ${declared}, but it is written in ${detected}. Mend the first line`);
}

function createDeclaredDecoder(declared: string): Decoder {
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

const detectByteOrderMark = (head: Uint8Array): string | undefined =>
  BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => head[index] === byte))?.[0];

/** UTF-16 without a byte order mark. */
function detectUnmarkedUtf16(head: Uint8Array): string | undefined {
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le';
  if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be';
  return undefined;
}

function findDeclaredEncoding(head: Uint8Array, detected: string | undefined): string | undefined {
  const start = head.subarray(0, HEAD - (HEAD % 2));
  const text = detected?.startsWith('utf-16')
    ? new TextDecoder(detected).decode(start)
    : Buffer.from(start).toString('latin1');
  return /<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1];
}

const createUnicodeDecoder = (name: string): Decoder => {
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

/** Bytes they leave undefined reveal a wrong declaration. */
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
  'utf-8': () => createUnicodeDecoder('utf-8'),
  utf8: () => createUnicodeDecoder('utf-8'),
  'iso-8859-1': latin1,
  latin1,
  'us-ascii': ascii,
  ascii,
  'iso-8859-15': () => createUnicodeDecoder('iso-8859-15'),
  'windows-1252': () => createUnicodeDecoder('windows-1252'),
  cp1252: () => createUnicodeDecoder('windows-1252'),
};
