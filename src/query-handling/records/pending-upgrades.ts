// How many records still have to come under the version that runs, since it calls something of them otherwise.
import type { PublishedVersion } from '#ports/specifications.js';
import type { ActiveGenerations } from '#projections/port/projection.js';
import type { Filter } from '#projections/port/query.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import type { Specification } from '#specification/model/specification.js';
import type { EntityMigration, Migration } from '#specification/upgrade/migration.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { deriveReadRights } from '../visibility/read-rights.js';
import { listRenamesSince } from '../timeline/event-wording.js';
import type { Viewer } from '../viewer.js';

export interface PendingUpgradeCount {
  readonly version: number;
  /** How many of them do not yet go by the version; 0: all do. */
  readonly count: number;
  readonly total: number;
}

/** More than anybody has. */
const EVERY = 1_000_000_000;

/** The same is asked of many versions: entity → what it asks, as JSON → versions. */
type DueVersions = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;

function dueVersions(version: number, since: (version: number) => Migration): DueVersions {
  const found = new Map<string, Map<string, number[]>>();
  // 0: records whose events do not say which version they are under.
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

/** Whom the migration writes an event for; undefined: for no record. */
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
  /** Which records of an entity are counted; undefined: none. */
  among(entity: string): Filter | undefined;
}

/** Roles are left out: whether a round names one shows in the round alone. */
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
      [{ $and: [counted, { $or: any }] }, counted].map((filter) => records.count(filter, EVERY)),
    );
    count += all[0]!.count;
    total += all[1]!.count;
  }
  return { version, count, total };
}

/** Versions under which all records are: nothing is counted again. */
const done = new WeakSet<Specification>();

/** Of records that the person is sure to be allowed to read; undefined: all of them follow it. */
export async function countPendingForViewer(
  sources: Pick<QueryDependencies, 'readModels' | 'specifications' | 'now'>,
  published: PublishedVersion,
  viewer: Viewer,
): Promise<PendingUpgradeCount | undefined> {
  const { specification, version } = published;
  if (version === 1 || done.has(specification)) return undefined;
  const since = await listRenamesSince(sources, published);
  const counting = { application: specification.key, version, since };
  const { readModels } = sources;
  const all = await countPendingUpgrades(readModels, { ...counting, among: () => ({}) });
  if (all.count === 0) {
    if (readModels.isCurrent('records')) done.add(specification);
    return undefined;
  }
  const now = sources.now();
  const among = (key: string): Filter | undefined => {
    const entity = Object.hasOwn(specification.entities, key) ? specification.entities[key] : undefined;
    const rights = entity && deriveReadRights({ specification, entity, viewer, now });
    return rights?.any && rights.exact ? rights.filter : undefined;
  };
  const own = await countPendingUpgrades(readModels, { ...counting, among });
  return own.count === 0 ? undefined : own;
}

/** `132 of 4,000 records` */
export const formatPendingUpgradeCount = ({ count, total }: PendingUpgradeCount): string =>
  `${count.toLocaleString('en')} of ${total.toLocaleString('en')} ${total === 1 ? 'record' : 'records'}`;
