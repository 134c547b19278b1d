// Brings records and people under the version that was published last, in a process that serves pages: what a publication did not get to because its
// process ended, and what was decided elsewhere by the version before, a moment after the next one was published. Under a lease, so that one does.
import type { Published } from '../ports/specifications.js';
import { StuckItems } from '../background/stuck-items.js';
import type { OneByOne, Upgrades } from '#command-handling/specifications/upgrades.js';
import { holdLease } from '#projections/lease/lease.js';
import {
  DUE_LOOK_MS,
  PollingLoop,
  StoppageReporter,
  type BackgroundParts,
  type BackgroundTask,
} from '../background/background-worker.js';

const UPGRADES_LEASE = 'upgrades';
const STOPPAGE = {
  about: 'upgrades',
  what: 'Records are not brought under the newest version',
  then: 'They are once that is over; each is before the next thing that is done with it.',
};

type UpgradeParts = Pick<BackgroundParts, 'ports' | 'bus' | 'projections' | 'readModels' | 'healthIssues'> & {
  readonly upgrades: Pick<Upgrades, 'bringUnder'>;
};

export async function startUpgrades({
  ports,
  bus,
  projections,
  readModels,
  healthIssues,
  upgrades,
}: UpgradeParts): Promise<BackgroundTask> {
  const lease = await holdLease(readModels, UPGRADES_LEASE);
  const stoppage = new StoppageReporter(healthIssues, STOPPAGE);
  const mayGoOn = async () =>
    !looking.isStopped && lease.token !== undefined && (await lease.mayWrite(lease.token));
  const stuck = new StuckItems({ process: 'upgrades', store: ports.store, bus, projections });
  const oneByOneUnder =
    ({ specification: { key }, version }: Published): OneByOne =>
    async (item, work) => {
      // Positions of versions in their order, as texts are compared.
      const upTo = String(version).padStart(8, '0');
      if (stuck.isLeftAlone(item, upTo)) return undefined;
      return stuck.unlessStuck(
        { item, what: `${item} comes under version ${version} of ${key}`, upTo },
        work,
      );
    };
  const look = async (): Promise<number> => {
    if (lease.token === undefined) return DUE_LOOK_MS;
    await stuck.refresh();
    for (const published of await ports.specifications.all())
      if (await mayGoOn()) await upgrades.bringUnder(published, mayGoOn, oneByOneUnder(published));
    stoppage.isOver();
    return DUE_LOOK_MS;
  };
  const looking: PollingLoop = new PollingLoop(look, stoppage);
  const ends = [
    lease.onChange(looking.wake),
    stuck.onDecided(looking.wake),
    projections.onWritten(({ projection }) => {
      if (projection === 'specifications') looking.wake();
    }),
  ];
  looking.wake();
  return {
    wake: looking.wake,
    async stop() {
      ends.forEach((end) => end());
      await looking.stop();
      await lease.release();
    },
  };
}
