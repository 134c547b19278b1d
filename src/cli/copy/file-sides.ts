// Where files are copied from and to: read from the command line, told apart, opened.
import { existsSync, realpathSync } from 'node:fs';
import { ConfigurationRefused } from '#configuration/configuration.js';
import {
  EngineAddressRefused,
  filesEngine,
  withoutPassword,
  type FilesEngine,
} from '#configuration/engine-address.js';
import type { FileStore } from '#event-store/files/file-store.js';
import { openFiles } from '#installation/engines.js';
import { CannotDo } from '../cannot-do.js';

export interface FileSides {
  readonly from: FilesEngine;
  readonly to: FilesEngine;
}

/** undefined: nobody asks for files. Throws `ConfigurationRefused`; `CannotDo` where both are the same, or there is no source. */
export function fileSidesOf(said: {
  readonly filesFrom?: string;
  readonly filesTo?: string;
}): FileSides | undefined {
  const { filesFrom, filesTo } = said;
  if (filesFrom === undefined && filesTo === undefined) return undefined;
  if (filesFrom === undefined || filesTo === undefined)
    throw new ConfigurationRefused(
      `${filesFrom === undefined ? '--files-from' : '--files-to'} is missing: files are copied from one place to another.`,
    );
  const sides = { from: engineOf('--files-from', filesFrom), to: engineOf('--files-to', filesTo) };
  if (whichPlace(sides.from) === whichPlace(sides.to))
    throw new CannotDo('the files are in that place already. Name another one with --files-to.');
  if (sides.from.engine === 'folder' && !existsSync(sides.from.path))
    throw new CannotDo(
      `there is no folder ${sides.from.path}. Files are in the folder “files” of the data folder.`,
    );
  return sides;
}

function engineOf(option: string, said: string): FilesEngine {
  try {
    return filesEngine(said);
  } catch (error) {
    if (!(error instanceof EngineAddressRefused)) throw error;
    throw new ConfigurationRefused(`${option}: “${withoutPassword(said)}” will not do; ${error.message}`);
  }
}

/** The same for the same place: links are followed, and members of a cluster are in no order. */
function whichPlace(engine: FilesEngine): string {
  if (engine.engine === 'folder') return existsSync(engine.path) ? realpathSync(engine.path) : engine.path;
  const [, hosts = ''] = /:\/\/([^/?]*)/.exec(withoutPassword(engine.url))!;
  return `${hosts.split(',').sort().join()}/${engine.database}`;
}

export async function withFileSides<Result>(
  { from, to }: FileSides,
  work: (from: FileStore, to: FileStore) => Promise<Result>,
): Promise<Result> {
  const source = await openFiles({ files: from });
  try {
    const target = await openFiles({ files: to });
    try {
      return await work(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
