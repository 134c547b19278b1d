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

/** Whether `version` comes after `other`: `0.10.0` after `0.9.1`, and `0.2.0` after `0.2.0-dev`. */
export function isLaterVersion(version: string, other: string): boolean {
  const [one, two] = [splitVersion(version), splitVersion(other)];
  const byNumbers = compareNumbers(one.numbers, two.numbers);
  if (byNumbers !== 0 || one.prerelease === two.prerelease) return byNumbers > 0;
  if (one.prerelease === '' || two.prerelease === '') return one.prerelease === '';
  return compareNumbers(one.prerelease, two.prerelease) > 0;
}

function splitVersion(version: string): { readonly numbers: string; readonly prerelease: string } {
  const [numbers = '', ...rest] = version.split('-');
  return { numbers, prerelease: rest.join('-') };
}

const compareNumbers = (one: string, two: string): number => one.localeCompare(two, 'en', { numeric: true });
