// Brings records and people under the newest version: those a publication did not reach because its process ended, and those that were decided under
// the version before, a moment after the next one was published.
import { Inject, Injectable } from '@nestjs/common';
import type { PublishedVersion } from '#ports/specifications.js';
import { Upgrades, type SequentialRunner } from '#command-handling/specifications/upgrades.js';
import { BACKGROUND } from '../background/background.module.js';
import { BackgroundService } from '../background/background-service.js';
import { BackgroundWorker, type BackgroundDependencies, type Turn } from '../background/background-worker.js';
import { StartGate } from '../background/start-gate.js';
import { StuckItems } from '../background/stuck-items.js';
import { LONGEST_WAIT_MS } from '../background/waits.js';

const FAILURE_NOTICE = {
  about: 'upgrades',
  what: 'Records are not brought under the newest version',
  then: 'They are once that is over; each is before the next thing that is done with it.',
};

@Injectable()
export class RecordUpgrader extends BackgroundService {
  constructor(
    @Inject(BACKGROUND) private readonly dependencies: BackgroundDependencies,
    private readonly upgrades: Upgrades,
    private readonly gate: StartGate,
  ) {
    super();
  }

  protected whenReady(): Promise<void> {
    return this.gate.whenReadable();
  }

  start(): Promise<BackgroundWorker> {
    const { ports, bus, projections } = this.dependencies;
    const stuck = new StuckItems({ process: 'upgrades', store: ports.store, bus, projections });
    const run = async (turn: Turn) => {
      const mayGoOn = async () => !turn.isStopped() && turn.mayWrite();
      await stuck.refresh();
      for (const published of await ports.specifications.all())
        if (await mayGoOn())
          await this.upgrades.migrateHolders(published, mayGoOn, unlessStuckUnder(published, stuck));
      turn.failureReporter.reportSuccess();
      return LONGEST_WAIT_MS;
    };
    const work = {
      leaseName: 'upgrades',
      failureNotice: FAILURE_NOTICE,
      wakesOn: ['specifications'],
      stuck,
      run,
    };
    return BackgroundWorker.start(work, this.dependencies);
  }
}

const unlessStuckUnder =
  ({ specification: { key }, version }: PublishedVersion, stuck: StuckItems): SequentialRunner =>
  async (item, work) => {
    // Padded: `upTo` is compared as text.
    const upTo = String(version).padStart(8, '0');
    if (stuck.isLeftAlone(item, upTo)) return undefined;
    return stuck.unlessStuck({ item, what: `${item} comes under version ${version} of ${key}`, upTo }, work);
  };
