import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Filter } from '#projections/port/query.js';
import type { Specification } from '#specification/model/specification.js';
import { deriveReadRights } from '../visibility/read-rights.js';
import { listRenamesSince } from '../timeline/event-wording.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { CountPendingUpgrades, type PendingUpgradeCount, countPendingUpgrades } from './pending-upgrades.js';

/** Versions without pending records are not counted again. */
const done = new WeakSet<Specification>();

@QueryHandler(CountPendingUpgrades)
export class CountPendingUpgradesHandler implements IQueryHandler<CountPendingUpgrades> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ published, viewer }: CountPendingUpgrades): Promise<PendingUpgradeCount | undefined> {
    const { specification, version } = published;
    if (version === 1 || done.has(specification)) return undefined;
    const since = await listRenamesSince(this.sources, published);
    const counting = { application: specification.key, version, since };
    const { readModels } = this.sources;
    const all = await countPendingUpgrades(readModels, { ...counting, among: () => ({}) });
    if (all.count === 0) {
      if (readModels.isCurrent('records')) done.add(specification);
      return undefined;
    }
    const now = this.sources.now();
    const among = (key: string): Filter | undefined => {
      const entity = Object.hasOwn(specification.entities, key) ? specification.entities[key] : undefined;
      const rights = entity && deriveReadRights({ specification, entity, viewer, now });
      return rights?.canReadSome && rights.exact ? rights.filter : undefined;
    };
    const own = await countPendingUpgrades(readModels, { ...counting, among });
    return own.count === 0 ? undefined : own;
  }
}
