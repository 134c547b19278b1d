import type { ReadModels } from '#projections/port/read-models.js';
import { createSpecificationsReadModel } from '#projections/read-models/specifications/specifications-projection.js';
import { VersionMigrations } from '../command-handling/pipeline/version-migrations.js';
import type { EventStore } from '../event-store/event-store.js';
import {
  countPendingUpgrades,
  type PendingUpgradeCount,
} from '../query-handling/records/pending-upgrades.js';
import type { Migration } from '../specification/upgrade/migration.js';
import { openActiveGeneration } from './inspect-keys.js';

export interface PendingUpgradeStatus extends PendingUpgradeCount {
  readonly application: string;
}

/** No limit. */
const EVERY = 100_000;

/** Records not yet migrated. */
export async function inspectUpgrades(
  readModels: Pick<ReadModels, 'active' | 'open'>,
  log: EventStore,
): Promise<readonly PendingUpgradeStatus[]> {
  const specifications = await openActiveGeneration(readModels, 'specifications');
  const records = await openActiveGeneration(readModels, 'records');
  try {
    if (!specifications || !records) return [];
    const migrations = new VersionMigrations(log);
    const found: PendingUpgradeStatus[] = [];
    const applications = createSpecificationsReadModel({ generation: () => specifications.generation });
    for (const { id: application, version } of await applications.listByName(EVERY)) {
      const since: Migration[] = [];
      for (let from = 0; from < version; from++)
        since.push(await migrations.findMigrationBetween(application, from, version));
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
