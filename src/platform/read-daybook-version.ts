import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Bundles and sources lie at different depths below it. */
const FILE = 'package.json';

let known: string | undefined;

export function readDaybookVersion(): string {
  if (known !== undefined) return known;
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, FILE)) && dirname(folder) !== folder) folder = dirname(folder);
  const { version = '' } = JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as { version?: string };
  return (known = version);
}
