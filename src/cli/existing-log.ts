// For commands that look at what is there: they make no new data folder when a path was mistyped.
import { existsSync } from 'node:fs';
import type { Configuration } from '../configuration.js';
import { CannotDo } from './cannot-do.js';

/** Throws `CannotDo` where no Daybook has kept anything yet. */
export function mustHaveLog({ events: { path } }: Configuration): void {
  if (!existsSync(path) && !existsSync(`${path}-wal`))
    throw new CannotDo(
      `there is no log at ${path}. Start Daybook once (npm start), or name its folder with --data.`,
    );
}
