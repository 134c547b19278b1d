import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigurationError } from '#configuration/configuration.js';
import {
  EngineAddressError,
  parseEventsEngine,
  parseFilesEngine,
  removeCredentials,
  type EventsEngine,
  type FilesEngine,
} from '#configuration/engine-address.js';
import { parseRecordStream } from '#domain/stream-names.js';
import { assertDataFolderWritable } from '#installation/data-folder.js';
import type { FileCopyEngines } from '#log-copy/with-source-and-target-files.js';
import type { LogCopyEngines } from '#log-copy/with-source-and-target-logs.js';
import { CliUsageError } from './cli-usage-error.js';
import { assertLogExists } from './assert-log-exists.js';

/** Throws `ConfigurationError`, `CliUsageError`, `DataFolderReadOnlyError`. */
export function parseLogCopyEngines(options: {
  readonly from: string;
  readonly to: string;
  verifyOnly?: boolean;
}): LogCopyEngines {
  const sides = {
    from: engineAt(parseEventsEngine, '--from', options.from),
    to: engineAt(parseEventsEngine, '--to', options.to),
  };
  if (identifyLog(sides.from) === identifyLog(sides.to))
    throw new CliUsageError('source and target are the same log. Name another one with --to.');
  assertLogExists({ events: sides.from }, 'Name the file that is to be copied: --from sqlite:PATH');
  if (options.verifyOnly)
    assertLogExists({ events: sides.to }, 'Name the copy that is to be compared: --to sqlite:PATH');
  else assertDataFolderWritable({ events: sides.to });
  return sides;
}

/** Other streams would lose claims of numbers and unique values. Throws `CliUsageError`. */
export function requireRecordStreams(streams: readonly string[]): ReadonlySet<string> {
  const other = streams.find((stream) => !parseRecordStream(stream));
  if (other === undefined) return new Set(streams);
  throw new CliUsageError(
    `--leave-out takes streams of records, as purchasing.Request-01a20469-bb99-7584-aeb9-f393368bb265, and ${other} is none. ` +
      'Without streams of numbers, unique values, people or specifications, the copy would promise things twice, or not be read at all.',
  );
}

/** Resolves links and sorts cluster members. */
function identifyLog(engine: EventsEngine): string {
  if (engine.engine === 'sqlite') return real(engine.path);
  const [, hosts = ''] = /:\/\/([^/?]*)/.exec(removeCredentials(engine.url))!;
  return hosts
    .split(',')
    .map((host) => (/:\d+$/.test(host) ? host : `${host}:2113`))
    .sort()
    .join();
}

/** Missing files by their folder. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path === dirname(path) ? path : join(real(dirname(path)), basename(path));
  }
}

/** undefined: no files requested. Throws `ConfigurationError`, `CliUsageError`. */
export function parseFileCopyEngines(options: {
  readonly filesFrom?: string;
  readonly filesTo?: string;
}): FileCopyEngines | undefined {
  const { filesFrom, filesTo } = options;
  if (filesFrom === undefined && filesTo === undefined) return undefined;
  if (filesFrom === undefined || filesTo === undefined)
    throw new ConfigurationError(
      `${filesFrom === undefined ? '--files-from' : '--files-to'} is missing: files are copied from one place to another.`,
    );
  const sides = {
    from: engineAt(parseFilesEngine, '--files-from', filesFrom),
    to: engineAt(parseFilesEngine, '--files-to', filesTo),
  };
  if (identifyFilePlace(sides.from) === identifyFilePlace(sides.to))
    throw new CliUsageError('the files are in that place already. Name another one with --files-to.');
  if (sides.from.engine === 'folder' && !existsSync(sides.from.path))
    throw new CliUsageError(
      `there is no folder ${sides.from.path}. Files are in the folder “files” of the data folder.`,
    );
  return sides;
}

/** Resolves links and sorts cluster members. */
function identifyFilePlace(engine: FilesEngine): string {
  if (engine.engine === 'folder') return existsSync(engine.path) ? realpathSync(engine.path) : engine.path;
  const [, hosts = ''] = /:\/\/([^/?]*)/.exec(removeCredentials(engine.url))!;
  return `${hosts.split(',').sort().join()}/${engine.database}`;
}

function engineAt<Engine>(parse: (address: string) => Engine, option: string, address: string): Engine {
  try {
    return parse(address);
  } catch (error) {
    if (!(error instanceof EngineAddressError)) throw error;
    throw new ConfigurationError(`${option}: “${removeCredentials(address)}” will not do; ${error.message}`);
  }
}
