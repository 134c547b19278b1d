import { Query } from '@nestjs/cqrs';
import type { PublishedVersion } from '#ports/specifications.js';
import type { ActiveGenerations } from '#projections/port/projection.js';
import type { Filter } from '#projections/port/query.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import type { EntityMigration, Migration } from '#specification/upgrade/migration.js';
import type { Viewer } from '../viewer.js';

export interface PendingUpgradeCount {
  readonly version: number;
  readonly count: number;
  readonly total: number;
}

const NO_LIMIT = 1_000_000_000;

/** Entity → filter as JSON → versions, as many share one. */
type DueVersions = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;

function dueVersions(version: number, since: (version: number) => Migration): DueVersions {
  const found = new Map<string, Map<string, number[]>>();
  // 0: events without a version.
  for (let from = 0; from < version; from++)
    for (const [entity, migration] of Object.entries(since(from).entities)) {
      const due = dueUnder(migration);
      if (due === undefined) continue;
      const versions = found.get(entity) ?? new Map<string, number[]>();
      const key = JSON.stringify(due);
      versions.set(key, [...(versions.get(key) ?? []), from]);
      found.set(entity, versions);
    }
  return found;
}

/** undefined: none. */
function dueUnder({ fields, states, moves, actions }: EntityMigration): Filter | undefined {
  if (Object.keys(fields).length > 0) return {};
  const gone = [...Object.keys(states), ...Object.keys(moves)];
  const any: Filter[] = [
    ...(gone.length > 0 ? [{ state: { $in: gone } }] : []),
    ...Object.keys(actions).map((action) => ({ [`rounds.${action}`]: { $ne: null } })),
  ];
  return any.length > 0 ? { $or: any } : undefined;
}

interface CountedRecords {
  readonly application: string;
  readonly version: number;
  since(version: number): Migration;
  among(entity: string): Filter | undefined;
}

/** Roles are named by rounds only. */
export async function countPendingUpgrades(
  readModels: ActiveGenerations,
  { application, version, since, among }: CountedRecords,
): Promise<PendingUpgradeCount> {
  let [count, total] = [0, 0];
  for (const [entity, due] of dueVersions(version, since)) {
    const counted = among(entity);
    if (!counted) continue;
    const records = createRecordsReadModel(readModels, { application, entity });
    const any = [...due].map(([what, versions]): Filter => ({
      specification: { $in: versions },
      ...(JSON.parse(what) as Filter),
    }));
    const all = await Promise.all(
      [{ $and: [counted, { $or: any }] }, counted].map((filter) => records.count(filter, NO_LIMIT)),
    );
    count += all[0]!.count;
    total += all[1]!.count;
  }
  return { version, count, total };
}

/** Counts readable records; undefined: none. */
export class CountPendingUpgrades extends Query<PendingUpgradeCount | undefined> {
  constructor(
    readonly published: PublishedVersion,
    readonly viewer: Viewer,
  ) {
    super();
  }
}

/** `132 of 4,000 records` */
export const formatPendingUpgradeCount = ({ count, total }: PendingUpgradeCount): string =>
  `${count.toLocaleString('en')} of ${total.toLocaleString('en')} ${total === 1 ? 'record' : 'records'}`;
