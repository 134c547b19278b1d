// Recognises other formats by content, to name a remedy.

const ASCII = (bytes: Uint8Array, length: number) =>
  Buffer.from(bytes.subarray(0, length)).toString('latin1');

const OBJECT_CENTRIC =
  'it tells of objects, not of cases. Choose one type of object as the case and export its events as XES (“flattening”)';

/** undefined: possibly XML. Without a full stop, as all messages about malformed logs. */
export function describeForeignBytes(head: Uint8Array): string | undefined {
  const start = ASCII(head, 16);
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06'))
    return 'this is a zip archive, not a log. Unpack it first; a log may be packed with gzip (.xes.gz)';
  if (start.startsWith('SQLite format 3\0'))
    return `this is a SQLite database. If it is an object-centric log (OCEL), ${OBJECT_CENTRIC}`;
  if (start.startsWith('PAR1')) return `this is a Parquet table. ${AS_XES}`;
  if (start.startsWith('BZh') || start.startsWith('\xfd7zXZ') || start.startsWith('7z\xbc\xaf'))
    return 'this is packed in a way Daybook cannot open. Unpack it first; a log may be packed with gzip (.xes.gz)';
  if (start.startsWith('\x1f\x8b')) return 'this was packed with gzip twice. Unpack it once';
  return undefined;
}

const AS_XES = 'Export the log as XES (IEEE 1849)';

/** undefined: possibly XML. */
export function describeForeignText(head: string): string | undefined {
  const text = head.trimStart();
  if (text === '') return head === '' ? undefined : 'the file holds nothing but white space';
  if (text.startsWith('<')) return undefined;
  if (text.startsWith('{') || text.startsWith('[')) return foreignJson(text);
  if (/^#+[ \t]+Specification\b/im.test(text))
    return 'this is a specification, not a log. To let people work with it: daybook publish FILE. What is imported is what happened, in XES (IEEE 1849)';
  const columns = columnsOf(text);
  return columns > 1
    ? `this looks like a table (CSV) with ${columns} columns, not like XES. ${AS_XES}: one trace per case, with its events in it`
    : `this is text, not an event log. ${AS_XES}, an XML file that begins with <log>, where it comes from; it may be packed with gzip`;
}

function foreignJson(text: string): string {
  const centric = /"(ocel:[\w-]+|objectTypes|eventTypes|objects)"/.test(text);
  return centric
    ? `this is an object-centric log (OCEL, JSON): ${OBJECT_CENTRIC}`
    : `this is JSON, not XES. ${AS_XES}`;
}

const SEPARATORS = [',', ';', '\t', '|'];

/** 1: no table. Prose has commas too, but not equally many per line. */
function columnsOf(text: string): number {
  const whole = text.split(/\r?\n/);
  const lines = whole.slice(0, Math.max(1, Math.min(3, whole.length - 1)));
  const counts = SEPARATORS.map((separator) => {
    const each = lines.map((line) => line.replace(/"[^"]*"/g, '').split(separator).length);
    return each.every((count) => count === each[0]) ? each[0]! : 1;
  });
  return counts.reduce((one, other) => Math.max(one, other));
}

const OCEL_ELEMENTS = new Set(['object-types', 'event-types', 'objects', 'events']);

export function describeForeignElement(name: string, depth: number): string | undefined {
  if (depth === 1 && OCEL_ELEMENTS.has(name))
    return `this is an object-centric log (OCEL, XML): ${OBJECT_CENTRIC}`;
  if (depth > 0 || name === 'log') return undefined;
  if (name === 'WorkflowLog') return `this is MXML, which came before XES. ${AS_XES}`;
  if (name === 'ocel') return `this is an object-centric log (OCEL, XML): ${OBJECT_CENTRIC}`;
  return `this is no XES log: its outermost element is <${name}>, not <log>`;
}
