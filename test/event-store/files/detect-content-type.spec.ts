import { describe, expect, it } from '@jest/globals';
import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { ContentTypeDetector, getFileExtension } from '#event-store/files/detect-content-type.js';
import { cleanFileName } from '#event-store/files/clean-file-name.js';
import { anyText } from '#test/any-text.js';

async function judged(name: string, bytes: Uint8Array) {
  const judge = new ContentTypeDetector();
  for (let at = 0; at < bytes.length; at += 1000) judge.addBytes(bytes.subarray(at, at + 1000));
  return judge.detect(name);
}

const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n', 'latin1');
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

describe('what bytes are', () => {
  it.each([
    ['quote.pdf', PDF, 'application/pdf', 'pdf'],
    ['quote.exe', PDF, 'application/pdf', 'pdf'],
    ['x', PNG, 'image/png', 'png'],
    ['x.csv', Buffer.from('a;b\n1;2\n'), 'text/csv', 'csv'],
    ['x.html', Buffer.from('<script>alert(1)</script>'), 'text/plain', 'html'],
    ['x.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'text/plain', 'svg'],
    ['x.dat1', Buffer.from([0, 1, 2, 3]), 'application/octet-stream', 'dat1'],
    ['x.pdf', Buffer.from('no pdf at all'), 'text/plain', 'txt'],
    ['x.pdf', Buffer.from([0, 1, 2, 3]), 'application/octet-stream', undefined],
    ['old.csv', Buffer.from('Stra\xdfe;5\r\n', 'latin1'), 'text/csv', 'csv'],
    ['wide.csv', Buffer.from('\ufeffa;b', 'utf16le'), 'text/csv', 'csv'],
    ['x.csv', Buffer.from([0x41, 0x42, 0]), 'application/octet-stream', undefined],
    ['empty.txt', Buffer.alloc(0), 'text/plain', 'txt'],
    ['x.exe', Buffer.from('MZ\x90\0\x03', 'latin1'), 'application/x-msdownload', 'exe'],
  ])('%s', async (name, bytes, type, ending) => {
    const { extensions, ...found } = await judged(name, bytes);
    expect({ ...found, ending: extensions[0] }).toEqual({ type, ending });
  });

  it.each([
    ['scan.jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['scan.tiff', Buffer.from('49492a000800000000000000000000000000', 'hex')],
    ['letter.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['mail.msg', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['backup.tgz', gzipSync('a')],
    ['tune.midi', Buffer.from('4d54686400000006', 'hex')],
    ['place.kml', Buffer.from('<?xml version="1.0"?><kml/>')],
    ['place.kmz', zipOf('doc.kml', deflateRawSync('<kml/>'), 6)],
    ['tool.dll', Buffer.from('MZ\x90\0\x03', 'latin1')],
  ])('%s may be called so, as others of its family may, and text may not', async (name, bytes) => {
    expect((await judged(name, bytes)).extensions).toContain(getFileExtension(name));
    expect((await judged(name, Buffer.from('no such thing'))).extensions).toEqual(['txt']);
  });

  it.each([
    [
      'a zip that would be 4 GB',
      zipOf('[Content_Types].xml', deflateRawSync(Buffer.alloc(64 * 1024 * 1024)), 2 ** 32 - 1),
    ],
    ['a gzip of 64 MB of nothing', gzipSync(Buffer.alloc(64 * 1024 * 1024))],
  ])('%s is not unpacked', async (_, bomb) => {
    const before = process.memoryUsage().arrayBuffers;
    const { type } = await judged('bomb.zip', bomb);
    expect(type).toMatch(/^application\/(zip|gzip)$/);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
  });
});

/** One entry without a central directory: only the beginning is inspected. */
function zipOf(name: string, content: Buffer, unpacked: number): Buffer {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(unpacked, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), content]);
}

describe('the name of a file', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ana\\quote.pdf', 'quote.pdf'],
    ['a/b\\c', 'c'],
    ['..', 'file'],
    ['', 'file'],
    ['.htaccess', 'htaccess'],
    ['quo\u0000te\u202Efdp.exe', 'quotefdp.exe'],
    ['line\r\nbreak.pdf', 'linebreak.pdf'],
    ['a"b.pdf', 'a_b.pdf'],
    ['Ängebot Nr. 5.pdf', 'Ängebot Nr. 5.pdf'],
    ['見積書.pdf', '見積書.pdf'],
    [`${'x'.repeat(500)}.pdf`, `${'x'.repeat(146)}.pdf`],
  ])('%j becomes %j', (given, name) => {
    expect(cleanFileName(given)).toBe(name);
  });

  it('leads nowhere, says something, and stays as it is when it is cleaned again', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), (given) => {
        const name = cleanFileName(given);
        expect(name).toMatch(/^[^./\\\p{C}\s][^/\\\p{C}]{0,149}$/u);
        expect(cleanFileName(name)).toBe(name);
      }),
    );
  });

  it.each([
    ['a.PDF', 'pdf'],
    ['a.tar.gz', 'gz'],
    ['.pdf', ''],
    ['a', ''],
    ['a. b', ''],
  ])('ends in %s with “%s”', (name, ending) => {
    expect(getFileExtension(name)).toBe(ending);
  });
});
