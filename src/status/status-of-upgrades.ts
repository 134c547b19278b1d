// What `daybook status` finds about records that still have to come under the version of their application that was published last.
import type { ReadModels } from '#projections/port/read-models.js';
import { createSpecificationsReadModel } from '#projections/read-models/specifications/specifications-projection.js';
import { VersionMigrations } from '../command-handling/pipeline/migrations-between-versions.js';
import type { EventStore } from '../event-store/event-store.js';
import {
  countPendingUpgrades,
  type PendingUpgradeCount,
} from '../query-handling/records/pending-upgrades.js';
import type { Migration } from '../specification/upgrade/migration.js';
import { openActive } from './status-of-keys.js';

export interface FollowingStatus extends PendingUpgradeCount {
  readonly application: string;
}

/** More than anybody has. */
const EVERY = 100_000;

/** Only applications of which some record does not follow yet. */
export async function lookAtUpgrades(
  readModels: Pick<ReadModels, 'active' | 'open'>,
  log: EventStore,
): Promise<readonly FollowingStatus[]> {
  const specifications = await openActive(readModels, 'specifications');
  const records = await openActive(readModels, 'records');
  try {
    if (!specifications || !records) return [];
    const migrations = new VersionMigrations(log);
    const found: FollowingStatus[] = [];
    const applications = createSpecificationsReadModel({ generation: () => specifications.generation });
    for (const { id: application, version } of await applications.listByName(EVERY)) {
      const since: Migration[] = [];
      for (let from = 0; from < version; from++)
        since.push(await migrations.between(application, from, version));
      const counted = await countPendingUpgrades(
        { generation: () => records.generation },
        { application, version, since: (from) => since[from]!, among: () => ({}) },
      );
      if (counted.count > 0) found.push({ application, ...counted });
    }
    return found;
  } finally {
    await specifications?.generation.close();
    await records?.generation.close();
  }
}
