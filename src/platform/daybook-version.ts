import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let version: string | undefined;

/** Of package.json, by semver. */
export function readDaybookVersion(): string {
  if (version !== undefined) return version;
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  const read = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string };
  return (version = read.version);
}

/** Whether `version` comes after `other`: `0.10.0` after `0.9.1`. */
export const isLaterVersion = (version: string, other: string): boolean =>
  version.localeCompare(other, 'en', { numeric: true }) > 0;
