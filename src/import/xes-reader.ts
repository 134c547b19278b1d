// First step of `daybook import`: an XES event log (IEEE 1849), plain or gzipped, read trace by trace.
import { SaxesParser } from 'saxes';
import { logBytes } from './log-bytes.js';
import { inBytes, LOG_LIMITS, MalformedLogError, type LogLimits } from './malformed-log-error.js';
import { decodeLog } from './log-text.js';
import { TraceCollector } from './trace-collector.js';
import type { LogHeader, LogTrace } from './xes-log.js';

export interface XesLog extends AsyncIterable<LogTrace> {
  /** Whole once the first trace was met; classifiers that come later are added. */
  readonly header: LogHeader;
}

/** Traces of the file in its order; memory does not grow with the file. Throws `LogBroken`. */
export function readXes(path: string, limits: LogLimits = LOG_LIMITS): XesLog {
  const collector = new TraceCollector();
  return { header: collector.header, [Symbol.asyncIterator]: () => traces(path, limits, collector) };
}

async function* traces(
  path: string,
  limits: LogLimits,
  collector: TraceCollector,
): AsyncGenerator<LogTrace, void> {
  const parser = new SaxesParser();
  const broken = (error: Error) =>
    error instanceof MalformedLogError
      ? error
      : new MalformedLogError(parser.line, parser.column + 1, error.message.replace(/^\d+:\d+: /, ''));
  let startLine = 1;
  parser.on('error', (error) => {
    throw broken(error);
  });
  parser.on('opentagstart', () => (startLine = parser.line));
  parser.on('opentag', (tag) => collector.open(tag, startLine, parser.position));
  parser.on('closetag', (tag) => collector.close(tag.name, parser.position));
  let fed = 0;
  try {
    for await (const text of decodeLog(logBytes(path, limits.unpacked))) {
      parser.write(text);
      fed += text.length;
      if (fed - collector.since > limits.trace) throw new Error(tooLarge(limits));
      yield* collector.finished.splice(0);
    }
    parser.close();
  } catch (error) {
    throw isFileError(error as Error) ? error : broken(error as Error);
  }
  if (!collector.sawLog) throw new MalformedLogError(1, 1, 'this is no XES log: it is empty');
  yield* collector.finished.splice(0);
}

const tooLarge = ({ trace }: LogLimits) =>
  `one trace or attribute is larger than ${inBytes(trace)}. If that is right, allow more with --max-trace`;

/** A file that is not there or not readable is told as such, not as a broken log. */
function isFileError(error: Error): boolean {
  return 'syscall' in error;
}
