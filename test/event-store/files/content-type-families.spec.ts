// Extensions that bytes of a family may have.
import { describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { ContentTypeDetector } from '#event-store/files/detect-content-type.js';

const bytesOf = (hex: string, ...rest: readonly Buffer[]) =>
  Buffer.concat([Buffer.from(hex, 'hex'), ...rest]);
const blank = (size: number) => Buffer.alloc(size);
/** Named by its first packet. */
const ogg = (packet: string) =>
  Buffer.concat([Buffer.from('OggS'), blank(24), Buffer.from(packet, 'latin1'), blank(60)]);
const mp4 = (brand: string) => bytesOf('00000018', Buffer.from(`ftyp${brand}`), blank(16));

async function judged(name: string, bytes: Uint8Array) {
  const judge = new ContentTypeDetector();
  judge.addBytes(bytes);
  return judge.detect(name);
}

const ZIP = [
  ...['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub', 'jar', 'vsdx', 'odg', '3mf', 'apk'],
  ...['kmz', 'xpi'],
];
const OFFICE = ['cfb', 'doc', 'xls', 'ppt', 'msg', 'msi', 'vsd', 'mpp', 'pub'];
const XML = ['xml', 'svg', 'xsd', 'xsl', 'xhtml', 'gpx', 'kml', 'html', 'htm'];

const FAMILIES: readonly (readonly [endings: readonly string[], bytes: Buffer])[] = [
  [['jpg', 'jpeg', 'jpe', 'jfif'], bytesOf('ffd8ffe000104a464946')],
  [['tif', 'tiff'], bytesOf('49492a0008000000', blank(20))],
  [OFFICE, bytesOf('d0cf11e0a1b11ae1')],
  [['mp4', 'm4v', 'm4a', 'mov'], mp4('isom')],
  [['mpg', 'mpeg'], bytesOf('000001ba21', blank(16))],
  [['aif', 'aiff'], Buffer.concat([Buffer.from('FORM\0\0\0\0AIFF'), blank(16)])],
  [['mid', 'midi'], bytesOf('4d54686400000006')],
  [['gz', 'tgz'], gzipSync('a')],
  [['ogg', 'oga', 'ogv', 'opus', 'spx'], ogg('\x01vorbis')],
  [['opus', 'ogg', 'oga'], ogg('OpusHead')],
  [['oga', 'ogg'], ogg('\x7fFLAC')],
  [['spx', 'ogg', 'oga'], ogg('Speex  ')],
  [['ogv', 'ogg'], ogg('\x80theora')],
  [['ogx', 'ogg', 'ogv'], ogg('nobody')],
  [['m4v', 'mp4'], mp4('M4V ')],
  [['m4a', 'mp4'], mp4('M4A ')],
  [['mov', 'mp4'], mp4('qt  ')],
  [ZIP, bytesOf('504b0506', blank(18))],
  [XML, Buffer.from('<?xml version="1.0"?><other/>')],
  [['exe', 'dll', 'sys'], bytesOf('4d5a90000300')],
  [['ps', 'eps', 'ai'], Buffer.from('%!PS-Adobe-3.0\n')],
  [['pdf', 'ai'], Buffer.from('%PDF-1.7\n%\n1 0 obj\n<<>>\nendobj\n')],
];

describe('given bytes of a family', () => {
  it.each(FAMILIES)('when a file ends in %j, then each of these may stay', async (endings, bytes) => {
    for (const ending of endings) expect((await judged(`a.${ending}`, bytes)).extensions).toEqual(endings);
    expect((await judged('a.of-another', bytes)).extensions).toEqual(endings);
  });
});

// Extensions with recognisable bytes are refused for other bytes.
const RECOGNISED = new Set(FAMILIES.flatMap(([endings]) => endings).filter((each) => !XML.includes(each)));

describe('given bytes of none', () => {
  it.each([...RECOGNISED])('when a file ends in %s, then it may not be called so', async (ending) => {
    expect((await judged(`a.${ending}`, Buffer.from('no such thing'))).extensions).toEqual(['txt']);
    expect((await judged(`a.${ending}`, Buffer.from([0, 1, 2, 3]))).extensions).toEqual([]);
  });
});
