export interface FileContentType {
  readonly type: string;
  /** The usual one first; empty: any that claims no other type. */
  readonly extensions: readonly string[];
}

/** The first entries of a zipped document. */
const HEAD_BYTES = 64 * 1024;

/** Of one type, or of types with the same first bytes. */
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
  // Voice messages are Opus and end in .ogg.
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

export class ContentTypeDetector {
  private head: Uint8Array[] = [];
  private length = 0;
  private isText = true;
  private isWide = false;

  addBytes(piece: Uint8Array): void {
    if (this.length === 0)
      this.isWide = UTF16_BYTE_ORDER_MARKS.has(Buffer.from(piece.subarray(0, 2)).toString('hex'));
    if (this.length < HEAD_BYTES) {
      // Copied: the reader may reuse the memory.
      this.head.push(Buffer.from(piece.subarray(0, HEAD_BYTES - this.length)));
      this.length += piece.length;
    }
    if (this.isText && !this.isWide) this.isText = hasNoControlCharacters(piece);
  }

  /** The extension of `name` decides where the bytes do not. */
  async detect(name: string): Promise<FileContentType> {
    const ending = getFileExtension(name);
    const { fileTypeFromBuffer, supportedExtensions } = await import('file-type');
    const wideText = this.isWide && TEXT_EXTENSIONS.has(ending);
    const found = wideText ? undefined : await fileTypeFromBuffer(Buffer.concat(this.head));
    if (found) return { type: found.mime, extensions: findFamily(found.ext) };
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

const UTF16_BYTE_ORDER_MARKS = new Set(['fffe', 'feff']);

function hasNoControlCharacters(piece: Uint8Array): boolean {
  for (const byte of piece) if (byte < 32 && (byte < 9 || byte > 13) && byte !== 27) return false;
  return true;
}

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

/** Lower case; '' without one. */
export function getFileExtension(name: string): string {
  const [, ending = ''] = /[^.]\.([^.\s]{1,12})$/.exec(name) ?? [];
  return ending.toLowerCase();
}
