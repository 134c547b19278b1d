import { InvalidArgumentError } from 'commander';
import { isZoneOrOffset } from '../import/parse-log-time.js';

export interface ImportOptions {
  readonly into: { readonly application: string; readonly entity: string };
  readonly dryRun?: boolean;
  readonly ignore?: readonly string[];
  readonly activity?: readonly string[];
  readonly only?: readonly string[];
  readonly timeZone?: string;
  readonly maxUnpacked: number;
  readonly maxTrace: number;
  readonly json?: boolean;
  readonly as?: string;
  readonly data?: string;
}

export function parseImportTarget(text: string): ImportOptions['into'] {
  const [application, entity, ...rest] = text.split('.');
  if (!application || !entity || rest.length > 0)
    throw new InvalidArgumentError('Write it like permits.Application.');
  return { application, entity };
}

/** Repeatable, comma-separated; a backslash escapes commas. */
export function collectNamesOption(text: string, before: readonly string[] = []): readonly string[] {
  const [first, ...others] = namesIn(text);
  if (others.length === 0) return [...before, first!];
  const names = [first!, ...others.map((name) => name.trimStart())];
  return [...before, ...names.filter((name) => name.trim() !== '')];
}

function namesIn(text: string): readonly string[] {
  const names = [''];
  for (const [sign] of text.matchAll(/\\[\\,]|[^]/g)) {
    if (sign === ',') names.push('');
    else names[names.length - 1] += sign.at(-1)!;
  }
  return names;
}

/** As XES classifiers: blank-separated, quoted where they contain blanks. */
export function parseAttributeKeys(text: string): readonly string[] {
  const keys = [...text.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
  if (keys.length === 0) throw new InvalidArgumentError('Write it like "concept:name lifecycle:transition".');
  return keys;
}

export function parseTimeZone(text: string): string {
  if (!isZoneOrOffset(text)) throw new InvalidArgumentError('Write it like Europe/Berlin or +01:00.');
  return text;
}

const UNITS: Readonly<Record<string, number>> = { kb: 1e3, mb: 1e6, gb: 1e9, b: 1 };

export function parseSize(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(b|kb|mb|gb)$/i.exec(text.trim());
  if (!match) throw new InvalidArgumentError('Write it like 500 MB or 8 GB.');
  return Number(match[1]) * UNITS[match[2]!.toLowerCase()]!;
}

export const describeTooManyLogs = (log: string, more: readonly string[]): string =>
  `error: one log at a time, but there are ${more.length + 1}: ${[log, ...more].join(', ')}. Give each attribute to leave out its own --ignore, or put commas between them: --ignore one,two LOG`;
