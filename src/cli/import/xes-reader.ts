// First step of `daybook import`: an XES event log (IEEE 1849-2016), plain or gzipped, read trace by trace.
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { SaxesParser, type SaxesTagPlain } from 'saxes';

export interface LogAttribute {
  readonly key: string;
  /** Element name in XES: string, date, int, float, boolean, id. */
  readonly type: string;
  readonly value: string;
  readonly line: number;
}

export interface LogEvent {
  readonly line: number;
  readonly attributes: readonly LogAttribute[];
}

export interface LogTrace extends LogEvent {
  readonly events: readonly LogEvent[];
}

/** The file is not a whole XES log. Lines and columns count from 1. */
export class LogBroken extends Error {
  override readonly name = 'LogBroken';
  constructor(
    readonly line: number,
    readonly column: number,
    message: string,
  ) {
    super(message);
  }
}

const SCALARS = new Set(['string', 'date', 'int', 'float', 'boolean', 'id']);
const DEEPEST = 100;

interface Open {
  line: number;
  attributes: LogAttribute[];
  events: LogEvent[];
}

/** Collects traces from parser events; attributes nested in attributes and the log's own are passed over. */
class TraceCollector {
  readonly finished: LogTrace[] = [];
  private readonly path: string[] = [];
  private trace?: Open;
  private event?: Open;
  sawLog = false;

  open(tag: SaxesTagPlain, line: number): void {
    if (this.path.length === 0 && tag.name !== 'log')
      throw new Error(`this is no XES log: its outermost element is <${tag.name}>, not <log>`);
    if (this.path.length >= DEEPEST) throw new Error(`elements are nested more than ${DEEPEST} deep`);
    const parent = this.path.at(-1);
    this.path.push(tag.name);
    if (this.path.length === 1) this.sawLog = true;
    else if (tag.name === 'trace' && parent === 'log') this.trace = { line, attributes: [], events: [] };
    else if (tag.name === 'event' && parent === 'trace') this.event = { line, attributes: [], events: [] };
    else if (SCALARS.has(tag.name)) this.attribute(tag, parent, line);
  }

  private attribute(tag: SaxesTagPlain, parent: string | undefined, line: number): void {
    const owner = parent === 'event' ? this.event : parent === 'trace' ? this.trace : undefined;
    const { key, value } = tag.attributes;
    if (owner && key !== undefined && value !== undefined)
      owner.attributes.push({ key, type: tag.name, value, line });
  }

  close(name: string): void {
    this.path.pop();
    if (name === 'event' && this.event && this.path.at(-1) === 'trace') {
      this.trace?.events.push(this.event);
      this.event = undefined;
    } else if (name === 'trace' && this.trace && this.path.length === 1) {
      this.finished.push(this.trace);
      this.trace = undefined;
    }
  }
}

/** Traces of the file in its order; memory does not grow with the file. Throws `LogBroken`. */
export async function* readXes(path: string): AsyncGenerator<LogTrace> {
  const parser = new SaxesParser();
  const collector = new TraceCollector();
  const broken = (error: Error) =>
    error instanceof LogBroken
      ? error
      : new LogBroken(parser.line, parser.column + 1, error.message.replace(/^\d+:\d+: /, ''));
  let startLine = 1;
  parser.on('error', (error) => {
    throw broken(error);
  });
  parser.on('opentagstart', () => (startLine = parser.line));
  parser.on('opentag', (tag) => collector.open(tag, startLine));
  parser.on('closetag', (tag) => collector.close(tag.name));
  try {
    for await (const text of texts(path)) {
      parser.write(text);
      yield* collector.finished.splice(0);
    }
    parser.close();
  } catch (error) {
    throw isFileError(error as Error) ? error : broken(error as Error);
  }
  if (!collector.sawLog) throw new LogBroken(1, 1, 'this is no XES log: it is empty');
  yield* collector.finished.splice(0);
}

/** A file that is not there or not readable is told as such, not as a broken log. */
function isFileError(error: Error): boolean {
  return 'syscall' in error;
}

async function* texts(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of await bytes(path)) {
    try {
      yield decoder.decode(chunk as Uint8Array, { stream: true });
    } catch {
      throw new Error('this is not UTF-8 text');
    }
  }
  decoder.decode();
}

async function bytes(path: string): Promise<AsyncIterable<unknown>> {
  const gzipped = await startsWithGzipMagic(path);
  const file = createReadStream(path);
  if (!gzipped) return file;
  const unzipped = createGunzip();
  file.on('error', (error) => unzipped.destroy(error));
  return file.pipe(unzipped);
}

async function startsWithGzipMagic(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { start: 0, end: 1 })) {
    const head = chunk as Uint8Array;
    return head[0] === 0x1f && head[1] === 0x8b;
  }
  return false;
}
