// What bytes are, judged by the bytes themselves as they stream past. Nothing is unpacked but the first entries of a zip, and of these
// no more than 1 MB (file-type sees to that).

export interface ContentType {
  /** As it may be told in an answer: `application/pdf`. */
  readonly type: string;
  /** Endings that a file with these bytes may have, the usual one first; empty: any that promises nothing else. */
  readonly extensions: readonly string[];
}

/** Enough for the first entries of a document that is a zip. */
const HEAD_BYTES = 64 * 1024;

/** Endings that mean the same, and those of one family of bytes that cannot be told apart at the beginning. */
const EXTENSION_FAMILIES: readonly (readonly string[])[] = [
  ['jpg', 'jpeg', 'jpe', 'jfif'],
  ['tif', 'tiff'],
  ['cfb', 'doc', 'xls', 'ppt', 'msg', 'msi', 'vsd', 'mpp', 'pub'],
  ['mp4', 'm4v', 'm4a', 'mov'],
  ['mpg', 'mpeg'],
  ['aif', 'aiff'],
  ['mid', 'midi'],
  ['gz', 'tgz'],
  ['tar.gz', 'gz', 'tgz'],
  ['ogg', 'oga', 'ogv', 'opus', 'spx'],
  // What is in such a file is told by its bytes, and seldom by its name: voice messages are Opus and end in .ogg.
  ['opus', 'ogg', 'oga'],
  ['oga', 'ogg'],
  ['spx', 'ogg', 'oga'],
  ['ogv', 'ogg'],
  ['ogx', 'ogg', 'ogv'],
  ['m4v', 'mp4'],
  ['m4a', 'mp4'],
  ['mov', 'mp4'],
  [
    'zip',
    'docx',
    'xlsx',
    'pptx',
    'odt',
    'ods',
    'odp',
    'epub',
    'jar',
    'vsdx',
    'odg',
    '3mf',
    'apk',
    'kmz',
    'xpi',
  ],
  ['xml', 'svg', 'xsd', 'xsl', 'xhtml', 'gpx', 'kml', 'html', 'htm'],
  ['exe', 'dll', 'sys'],
  ['ps', 'eps', 'ai'],
  ['pdf', 'ai'],
  ['apng', 'png'],
  ['stl', 'txt'],
];
const findFamily = (ending: string): readonly string[] =>
  EXTENSION_FAMILIES.find(([usual]) => usual === ending) ?? [ending];

const IN_FAMILIES = new Set(EXTENSION_FAMILIES.flat());

const TYPES_OF_TEXT: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['json', 'application/json'],
  ['md', 'text/markdown'],
]);

/** Looks at bytes that pass. */
export class ContentTypeDetector {
  private head: Uint8Array[] = [];
  private length = 0;
  private isText = true;
  private isWide = false;

  addBytes(piece: Uint8Array): void {
    // In UTF-16 every second byte may be anything.
    if (this.length === 0)
      this.isWide = UTF16_BYTE_ORDER_MARKS.has(Buffer.from(piece.subarray(0, 2)).toString('hex'));
    if (this.length < HEAD_BYTES) {
      // A copy: whoever reads may use the same memory again.
      this.head.push(Buffer.from(piece.subarray(0, HEAD_BYTES - this.length)));
      this.length += piece.length;
    }
    if (this.isText && !this.isWide) this.isText = hasNoControlCharacters(piece);
  }

  /** `name`: of the file. What cannot be told by the bytes is believed of its ending, unless that promises bytes of another kind. */
  async detect(name: string): Promise<ContentType> {
    const ending = fileExtension(name);
    // With the first file: most starts see none.
    const { fileTypeFromBuffer, supportedExtensions } = await import('file-type');
    const wideText = this.isWide && TEXT_EXTENSIONS.has(ending);
    const found = wideText ? undefined : await fileTypeFromBuffer(Buffer.concat(this.head));
    if (found) return { type: found.mime, extensions: findFamily(found.ext) };
    // Whose bytes can be recognised: who has other bytes may not be called so.
    const isKnown = IN_FAMILIES.has(ending) || supportedExtensions.has(ending);
    const own = ending !== '' && (!isKnown || TEXT_EXTENSIONS.has(ending)) ? [ending] : [];
    if (!this.isText)
      return {
        type: 'application/octet-stream',
        extensions: own.filter((each) => !TEXT_EXTENSIONS.has(each)),
      };
    return { type: TYPES_OF_TEXT.get(ending) ?? 'text/plain', extensions: [...own, 'txt'] };
  }
}

/** How UTF-16 begins. */
const UTF16_BYTE_ORDER_MARKS = new Set(['fffe', 'feff']);

/** In whichever encoding: text has tabs and ends of lines, and else nothing below the blank. */
function hasNoControlCharacters(piece: Uint8Array): boolean {
  for (const byte of piece) if (byte < 32 && (byte < 9 || byte > 13) && byte !== 27) return false;
  return true;
}

/** What is text, also where it begins with nothing by which it could be known. */
const TEXT_EXTENSIONS = new Set([
  'txt',
  'csv',
  'json',
  'md',
  'log',
  'xml',
  'svg',
  'html',
  'htm',
  'ics',
  'vcf',
  'vtt',
  'eml',
]);

/** In lower case; '' where there is none. */
export function fileExtension(name: string): string {
  const [, ending = ''] = /[^.]\.([^.\s]{1,12})$/.exec(name) ?? [];
  return ending.toLowerCase();
}
