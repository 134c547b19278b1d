// What the demo is made of stands beside the specifications: things, places and incidents, as plain JSON.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The specifications stand at the top of the clone, whether this runs from there or from dist. */
export function specificationsFolder(): string {
  let here = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(here, 'package.json'))) here = dirname(here);
  return join(here, 'specifications');
}

export function demoData<Data>(application: string): Data {
  const file = join(specificationsFolder(), 'demo', `${application}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Data;
}
