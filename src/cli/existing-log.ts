// For commands that look at what is there: they make no new data folder when a path was mistyped.
import { existsSync } from 'node:fs';
import type { Configuration } from '../configuration/configuration.js';
import { mustBeRestored } from '../installation/data-folder.js';
import { CannotDo } from './cannot-do.js';

const NONE_YET = 'Start Daybook once (npm start), or name its folder with --data.';

/** Throws `CannotDo`, `RestoreUnfinished` where no Daybook has kept anything yet. `remedy`: of a command that takes no folder. */
export function mustHaveLog(
  { events, data }: Pick<Configuration, 'events'> & Partial<Pick<Configuration, 'data'>>,
  remedy = NONE_YET,
): void {
  if (data !== undefined) mustBeRestored({ data });
  // A server is there or is not: opening it says so, and makes nothing.
  if (events.engine !== 'sqlite') return;
  const { path } = events;
  if (!existsSync(path) && !existsSync(`${path}-wal`))
    throw new CannotDo(`there is no log at ${path}. ${remedy}`);
}
