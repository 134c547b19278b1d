// Decoded as declared; other formats are named.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { LOG_LIMITS } from '#import/log-limits.js';
import { readXes } from '#import/xes-reader.js';

const folder = mkdtempSync(join(tmpdir(), 'daybook-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const declared = (encoding: string, name = 'Müller') =>
  `<?xml version="1.0" encoding="${encoding}"?><log><trace><string key="concept:name" value="${name}"/></trace></log>`;

async function names(
  content: string | Uint8Array,
  limits = LOG_LIMITS,
): Promise<readonly (string | undefined)[]> {
  const path = join(folder, 'log');
  writeFileSync(path, content);
  const found: (string | undefined)[] = [];
  for await (const trace of readXes(path, limits)) found.push(trace.attributes[0]?.value);
  return found;
}

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();
const MARK = '\ufeff';

describe('a log', () => {
  it.each([
    ['UTF-8', Buffer.from(declared('UTF-8'))],
    ['UTF-8 with a mark', Buffer.from(MARK + declared('utf-8'))],
    ['nothing said', Buffer.from(declared('UTF-8').replace(/<\?.*?\?>/, ''))],
    ['UTF-16 LE', Buffer.from(MARK + declared('UTF-16'), 'utf16le')],
    ['UTF-16 BE', swapped(MARK + declared('UTF-16'))],
    ['UTF-16 without a mark', Buffer.from(declared('UTF-16LE'), 'utf16le')],
    ['UTF-16, packed', gzipSync(Buffer.from(MARK + declared('UTF-16'), 'utf16le'))],
    ['ISO-8859-1', Buffer.from(declared('ISO-8859-1'), 'latin1')],
    ['windows-1252', Buffer.from(declared('windows-1252'), 'latin1')],
  ])('in %s is decoded', async (_, content) => {
    expect(await names(content)).toEqual(['Müller']);
  });

  it.each([
    ['UTF-8 that is Latin-1', Buffer.from(declared('UTF-8'), 'latin1'), /not UTF-8 text/],
    ['Latin-1 that is UTF-8', Buffer.from(declared('ISO-8859-1', 'Straße')), /byte 0x9f is not part of it/],
    ['ASCII that is not', Buffer.from(declared('US-ASCII')), /US-ASCII, but byte 0xc3/],
    ['UTF-16 that is UTF-8', Buffer.from(declared('UTF-16')), /says utf-16, but it is not/],
    [
      'UTF-8 that is UTF-16',
      Buffer.from(MARK + declared('UTF-8'), 'utf16le'),
      /says utf-8, but it is written in utf-16le/,
    ],
    [
      'an encoding nobody has',
      Buffer.from(declared('x-klingon')),
      /says x-klingon, which Daybook cannot read/,
    ],
  ])('that says %s is refused', async (_, content, words) => {
    await expect(names(content)).rejects.toMatchObject({
      name: 'MalformedLogError',
      message: expect.stringMatching(words),
    });
  });
});

const OCEL2 = '<?xml version="1.0"?><log><object-types/><event-types/><objects/><events/></log>';
const OCEL1 = '<log><global scope="event"/><events><event/></events><objects/></log>';

describe('what is no log', () => {
  it.each([
    ['nothing', '', /^the file is empty$/],
    ['white space', ' \n\n', /nothing but white space/],
    ['CSV', 'case,activity,time\n1,Register,2020\n', /looks like a table \(CSV\) with 3 columns/],
    ['CSV with semicolons', 'case;activity\n1;Register\n', /table \(CSV\) with 2 columns/],
    ['OCEL in JSON', '{"objectTypes":[],"events":[]}', /object-centric log \(OCEL, JSON\)/],
    ['OCEL 1 in JSON', '{ "ocel:global-log": {} }', /object-centric log \(OCEL, JSON\)/],
    ['OCEL in XML', OCEL2, /object-centric log \(OCEL, XML\)/],
    ['OCEL 1 in XML', OCEL1, /object-centric log \(OCEL, XML\)/],
    ['SQLite', Buffer.from('SQLite format 3\0and more'), /SQLite database.*OCEL/],
    ['other JSON', '[1, 2]', /this is JSON, not XES/],
    ['a zip', Buffer.from('PK\x03\x04rest'), /zip archive/],
    ['a text', 'Dear colleagues', /^this is text, not an event log\. Export the log as XES/],
    ['a text with a comma', 'Dear colleagues,\nit rained.\n', /^this is text, not an event log/],
    ['CSV with quotes', 'case,what\n1,"Register, late"\n', /table \(CSV\) with 2 columns/],
    [
      'a specification',
      '# Specification: lending keys, to people\n\n## 1. What',
      /^this is a specification, not a log\. To let people work with it: daybook publish FILE/,
    ],
    ['twice packed', gzipSync(gzipSync(declared('UTF-8'))), /packed with gzip twice/],
    ['an event of no case', '<log><event/></log>', /outside of all traces/],
    ['another document', '<html/>', /outermost element is <html>/],
  ])('(%s) is told by its name', async (_, content, words) => {
    await expect(names(content)).rejects.toMatchObject({
      name: 'MalformedLogError',
      message: expect.stringMatching(words),
    });
  });
});

describe('a log that is too large', () => {
  const many = '<trace><string key="concept:name" value="x"/></trace>';
  const bomb = gzipSync(`<log>${many.repeat(400_000)}</log>`);

  it('is refused as soon as it is unpacked that far', async () => {
    const limits = { ...LOG_LIMITS, unpacked: 1e6 };
    await expect(names(bomb, limits)).rejects.toMatchObject({
      message: 'unpacked it is larger than 1 MB. If that is right, allow more with --max-unpacked',
    });
  });

  it.each([
    ['one trace', `<log><trace>${'<event/>'.repeat(200_000)}</trace></log>`],
    ['one value', `<log><trace><string key="k" value="${'x'.repeat(1_500_000)}"/></trace></log>`],
    ['one attribute of the log', `<log><string key="k" value="${'x'.repeat(1_500_000)}"/></log>`],
    ['one comment', `<log><!--${'x'.repeat(1_500_000)}--></log>`],
  ])('because of %s is refused before it is in memory', async (_, content) => {
    await expect(names(content, { ...LOG_LIMITS, trace: 1e6 })).rejects.toMatchObject({
      message: 'one trace or attribute is larger than 1 MB. If that is right, allow more with --max-trace',
    });
  });
});
