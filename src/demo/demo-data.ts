import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Same folder whether this runs from source or dist. */
export function findSpecificationsFolder(): string {
  let here = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(here, 'package.json'))) here = dirname(here);
  return join(here, 'specifications');
}

export function readDemoData<Data>(application: string): Data {
  const file = join(findSpecificationsFolder(), 'demo', `${application}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Data;
}
