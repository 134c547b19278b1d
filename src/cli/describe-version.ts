// What this version reads and writes: tells whether two versions may run on the same data.
import { allProjections } from '#projections/all-projections.js';
import { KEYS_FORMAT_VERSION } from '../event-store/personal-data/person-keys-file.js';
import { digestStoredTypes, listStoredTypes } from '../event-store/stored-types.js';
import { CHAINED_FORMAT_VERSION } from '../event-store/sqlite/hash-chain-table.js';
import { SPECIFICATION_LANGUAGE_VERSION } from '../specification/language-version.js';

interface Format {
  readonly reads: readonly number[];
  readonly writes: number;
}

export interface VersionDescription {
  readonly version: string;
  /** Of events.sqlite and keys.sqlite. */
  readonly log: Format;
  readonly keys: Format;
  readonly events: { readonly types: number; readonly digest: string };
  readonly readModels: Readonly<Record<string, number>>;
  readonly specificationLanguage: number;
}

export const describeVersion = (version: string): VersionDescription => ({
  version,
  log: formatUpTo(CHAINED_FORMAT_VERSION),
  keys: formatUpTo(KEYS_FORMAT_VERSION),
  events: { types: listStoredTypes().length, digest: digestStoredTypes() },
  readModels: Object.fromEntries(allProjections.map((each) => [each.name, each.version])),
  specificationLanguage: SPECIFICATION_LANGUAGE_VERSION,
});

const formatUpTo = (writes: number): Format => ({
  reads: Array.from({ length: writes }, (_, index) => index + 1),
  writes,
});

/** The first line is the version alone, for scripts. */
export function formatVersion(version: string): string {
  const { log, keys, events, readModels, specificationLanguage } = describeVersion(version);
  const models = Object.entries(readModels).map(([name, number]) => `${name} ${number}`);
  return [
    version,
    `log             reads format ${log.reads.join(', ')}; writes ${log.writes}`,
    `keys            reads format ${keys.reads.join(', ')}; writes ${keys.writes}`,
    `events          ${events.types} types, digest ${events.digest}`,
    `read models     ${models.join(', ')}`,
    `specifications  language ${specificationLanguage}`,
    '',
  ].join('\n');
}
