// Kills processes right before a statement in one of their SQLite files.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cli/daybook-command.js';

const SQLITE = pathToFileURL(join(ROOT, 'node_modules/@photostructure/sqlite/dist/index.mjs')).href;

/** At the nth statement that matches, with a matching parameter. */
const WRAPPER = `
import * as real from ${JSON.stringify(SQLITE)};
const [sql, parameter, times] = JSON.parse(process.env.DIE_AT);
let left = times;
export * from ${JSON.stringify(SQLITE)};
export class DatabaseSync extends real.DatabaseSync {
  prepare(text) {
    const statement = super.prepare(text);
    if (!text.includes(sql)) return statement;
    for (const way of ['get', 'run', 'all'])
      Object.defineProperty(statement, way, {
        value(...values) {
          if (values.flat().some((value) => String(value).includes(parameter)) && --left === 0)
            process.kill(process.pid, 'SIGKILL');
          return Object.getPrototypeOf(statement)[way].apply(statement, values);
        },
      });
    return statement;
  }
}
`;
const HOOK = `
import { register } from 'node:module';
const hooks = \`export const resolve = (specifier, context, next) =>
  specifier === '@photostructure/sqlite' ? { url: \${JSON.stringify(new URL('wrapper.mjs', import.meta.url).href)}, shortCircuit: true } : next(specifier, context);\`;
register('data:text/javascript,' + encodeURIComponent(hooks));
`;

/** Writes the modules into the folder. Returns the environment of a process that dies. */
export function statementsThatKill(
  folder: string,
): (sql: string, parameter: string, times?: number) => Readonly<Record<string, string>> {
  const hook = join(folder, 'die.mjs');
  writeFileSync(hook, HOOK);
  writeFileSync(join(folder, 'wrapper.mjs'), WRAPPER);
  return (sql, parameter, times = 1) => ({
    NODE_OPTIONS: `--import=${hook}`,
    DIE_AT: JSON.stringify([sql, parameter, times]),
  });
}
