// Source and target of `daybook copy` as the command line names them.
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ConfigurationError } from '#configuration/configuration.js';
import {
  EngineAddressError,
  parseEventsEngine,
  parseFilesEngine,
  withoutCredentials,
  type EventsEngine,
  type FilesEngine,
} from '#configuration/engine-address.js';
import { parseRecordStream } from '#domain/stream-names.js';
import { assertWritable } from '#installation/data-folder.js';
import type { FileSides } from '#log-copy/open-file-sides.js';
import type { CopySides } from '#log-copy/open-sides.js';
import { CliUsageError } from './cli-usage-error.js';
import { requireLog } from './require-log.js';

/**
 * Throws `ConfigurationError`; `CliUsageError` where both are the same, or there is no source; `ReadOnlyError` where
 * the target is.
 */
export function parseCopySides(said: {
  readonly from: string;
  readonly to: string;
  verifyOnly?: boolean;
}): CopySides {
  const sides = {
    from: engineAt(parseEventsEngine, '--from', said.from),
    to: engineAt(parseEventsEngine, '--to', said.to),
  };
  if (whichLog(sides.from) === whichLog(sides.to))
    throw new CliUsageError('source and target are the same log. Name another one with --to.');
  requireLog({ events: sides.from }, 'Name the file that is to be copied: --from sqlite:PATH');
  if (said.verifyOnly)
    requireLog({ events: sides.to }, 'Name the copy that is to be compared: --to sqlite:PATH');
  else assertWritable({ events: sides.to });
  return sides;
}

/** Only records: numbers and unique values would be given out again. Throws `CliUsageError`. */
export function requireRecordStreams(streams: readonly string[]): ReadonlySet<string> {
  const other = streams.find((stream) => !parseRecordStream(stream));
  if (other === undefined) return new Set(streams);
  throw new CliUsageError(
    `--leave-out takes streams of records, as purchasing.Request-01a20469-bb99-7584-aeb9-f393368bb265, and ${other} is none. ` +
      'Without streams of numbers, unique values, people or specifications, the copy would promise things twice, or not be read at all.',
  );
}

/** The same for the same log: links are followed, and members of a cluster are in no order. */
function whichLog(engine: EventsEngine): string {
  if (engine.engine === 'sqlite') return real(engine.path);
  const [, hosts = ''] = /:\/\/([^/?]*)/.exec(withoutCredentials(engine.url))!;
  return hosts
    .split(',')
    .map((host) => (/:\d+$/.test(host) ? host : `${host}:2113`))
    .sort()
    .join();
}

/** Of what is not there yet, its folder counts. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path === dirname(path) ? path : join(real(dirname(path)), basename(path));
  }
}

/** undefined: no files are requested. Throws `ConfigurationError`; `CliUsageError` where both are the same, or there is no source. */
export function parseFileSides(said: {
  readonly filesFrom?: string;
  readonly filesTo?: string;
}): FileSides | undefined {
  const { filesFrom, filesTo } = said;
  if (filesFrom === undefined && filesTo === undefined) return undefined;
  if (filesFrom === undefined || filesTo === undefined)
    throw new ConfigurationError(
      `${filesFrom === undefined ? '--files-from' : '--files-to'} is missing: files are copied from one place to another.`,
    );
  const sides = {
    from: engineAt(parseFilesEngine, '--files-from', filesFrom),
    to: engineAt(parseFilesEngine, '--files-to', filesTo),
  };
  if (whichPlace(sides.from) === whichPlace(sides.to))
    throw new CliUsageError('the files are in that place already. Name another one with --files-to.');
  if (sides.from.engine === 'folder' && !existsSync(sides.from.path))
    throw new CliUsageError(
      `there is no folder ${sides.from.path}. Files are in the folder “files” of the data folder.`,
    );
  return sides;
}

/** The same for the same place: links are followed, and members of a cluster are in no order. */
function whichPlace(engine: FilesEngine): string {
  if (engine.engine === 'folder') return existsSync(engine.path) ? realpathSync(engine.path) : engine.path;
  const [, hosts = ''] = /:\/\/([^/?]*)/.exec(withoutCredentials(engine.url))!;
  return `${hosts.split(',').sort().join()}/${engine.database}`;
}

function engineAt<Engine>(parse: (address: string) => Engine, option: string, address: string): Engine {
  try {
    return parse(address);
  } catch (error) {
    if (!(error instanceof EngineAddressError)) throw error;
    throw new ConfigurationError(`${option}: “${withoutCredentials(address)}” will not do; ${error.message}`);
  }
}
