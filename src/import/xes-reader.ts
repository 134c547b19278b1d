// XES (IEEE 1849), plain or gzipped, trace by trace.
import { SaxesParser } from 'saxes';
import { readLogBytes } from './read-log-bytes.js';
import { formatBytes, LOG_LIMITS, type LogLimits } from './log-limits.js';
import { MalformedLogError } from './malformed-log-error.js';
import { decodeLog } from './decode-log.js';
import { TraceCollector } from './trace-collector.js';
import type { LogHeader, LogTrace } from './xes-log.js';

export interface XesLog extends AsyncIterable<LogTrace> {
  readonly header: LogHeader;
}

/** Constant memory. Throws `LogBroken`. */
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
    for await (const text of decodeLog(readLogBytes(path, limits.unpacked))) {
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
  `one trace or attribute is larger than ${formatBytes(trace)}. If that is right, allow more with --max-trace`;

function isFileError(error: Error): boolean {
  return 'syscall' in error;
}
