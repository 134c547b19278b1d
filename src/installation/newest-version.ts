// Which version of Daybook is the newest that has run on these engines: an older one refuses them, since it may not know all events.
import type { Leases } from '#projections/port/leases.js';
import { isLaterVersion, readDaybookVersion } from '../platform/daybook-version.js';
import { NewerVersionError } from './newer-version-error.js';
import { digestStoredTypes } from '../event-store/stored-types.js';

/** A lease whose holder field is a version and the digest of the event types that it writes. */
const NAME = 'newest-version';

export interface RunningVersion {
  readonly version: string;
  /** Of the event types that it writes. */
  readonly digest: string;
}

const getThisVersion = (): RunningVersion => ({ version: readDaybookVersion(), digest: digestStoredTypes() });

/** Records this version as the newest. Throws `NewerVersionError`. */
export async function assertNoNewerVersion(
  leases: Leases,
  current: RunningVersion = getThisVersion(),
): Promise<void> {
  for (;;) {
    const known = await leases.lease(NAME);
    const newest = known && parseHolder(known.holder);
    const refusal = newest && describeIfRefused(newest, current);
    if (refusal !== undefined) throw new NewerVersionError(refusal);
    if (newest && !isNews(newest, current)) return;
    const next = { holder: formatHolder(current), token: (known?.token ?? 0) + 1, beat: 0 };
    if (await leases.changeLease(NAME, known, next)) return;
  }
}

/** A sentence; undefined: this version may run here. Changes nothing. */
export async function describeNewerVersion(
  leases: Pick<Leases, 'lease'>,
  current: RunningVersion = getThisVersion(),
): Promise<string | undefined> {
  const known = await leases.lease(NAME);
  return known && describeIfRefused(parseHolder(known.holder), current);
}

/** Going back to a version that writes the same events loses nothing. */
function describeIfRefused(newest: RunningVersion, current: RunningVersion): string | undefined {
  if (!isLaterVersion(newest.version, current.version) || newest.digest === current.digest) return undefined;
  return (
    `Daybook ${newest.version} has run here, and this is Daybook ${current.version}, which does not know all events that ${newest.version} writes. ` +
    `Nothing was changed. Start Daybook ${newest.version} or a later one. To go back to ${current.version}, restore the backup ` +
    'that was made before the upgrade: see “Upgrading” in docs/operating.md.'
  );
}

const isNews = (newest: RunningVersion, current: RunningVersion): boolean =>
  formatHolder(newest) !== formatHolder(current) && !isLaterVersion(newest.version, current.version);

const formatHolder = ({ version, digest }: RunningVersion): string => `${version} ${digest}`;

function parseHolder(holder: string): RunningVersion {
  const [version = '', digest = ''] = holder.split(' ');
  return { version, digest };
}
