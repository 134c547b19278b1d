// For commands that look at what is there: they make no new data folder when a path was mistyped.
import { existsSync } from 'node:fs';
import type { Configuration } from '../configuration/configuration.js';
import { describeEngine } from '../configuration/engine-address.js';
import { assertRestored } from '../installation/data-folder.js';
import { CliUsageError } from './cli-usage-error.js';

const NONE_YET = 'Start Daybook once (npm start), or name its folder with --data.';

/** Throws `CliUsageError`, `RestoreUnfinished` if there is no log yet. `remedy`: of a command that takes no folder. */
export function requireLog(
  { events, data }: Pick<Configuration, 'events'> & Partial<Pick<Configuration, 'data'>>,
  remedy = NONE_YET,
): void {
  if (data !== undefined) assertRestored({ data });
  if (isWithoutLog({ events }))
    throw new CliUsageError(`there is no log at ${describeEngine(events)}. ${remedy}`);
}

/** A server is there or is not: opening it says so, and makes nothing. */
export const isWithoutLog = ({ events }: Pick<Configuration, 'events'>): boolean =>
  events.engine === 'sqlite' && !existsSync(events.path) && !existsSync(`${events.path}-wal`);
