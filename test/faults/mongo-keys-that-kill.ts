// Kills processes right before a key is destroyed in MongoDB.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../cli/daybook-command.js';

const MONGODB = pathToFileURL(join(ROOT, 'node_modules/mongodb/lib/index.js')).href;

const HOOK = `
import mongodb from ${JSON.stringify(MONGODB)};
const { prototype } = mongodb.Collection;
const { findOneAndUpdate } = prototype;
prototype.findOneAndUpdate = function (filter, update, ...rest) {
  if (update.$set?.wrapped === null) process.kill(process.pid, 'SIGKILL');
  return findOneAndUpdate.call(this, filter, update, ...rest);
};
`;

/** Writes the module into the folder. Returns the environment of a process that dies. */
export function dieAtDestroyedKey(folder: string): Readonly<Record<string, string>> {
  const hook = join(folder, 'die-at-keys.mjs');
  writeFileSync(hook, HOOK);
  return { NODE_OPTIONS: `--import=${hook}` };
}
