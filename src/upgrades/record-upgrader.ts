// Migrates records and people that a publication missed because its process ended, or that were decided under the former version just after it.
import { Inject, Injectable } from '@nestjs/common';
import type { PublishedVersion } from '#ports/specifications.js';
import {
  SpecificationUpgrades,
  type StreamSequencer,
} from '#command-handling/specifications/specification-upgrades.js';
import { BACKGROUND_DEPENDENCIES } from '../background/background.module.js';
import { BackgroundService } from '../background/background-service.js';
import {
  BackgroundWorker,
  type BackgroundDependencies,
  type LeasedRun,
} from '../background/background-worker.js';
import { StartGate } from '../background/start-gate.js';
import { StuckItems } from '../background/stuck-items.js';
import { LONGEST_WAIT_MS } from '../background/compute-wait-until-due.js';

const FAILURE_NOTICE = {
  issueKey: 'upgrades',
  summary: 'Records are not brought under the newest version',
  consequence: 'They are once that is over; each is before the next thing that is done with it.',
};

@Injectable()
export class RecordUpgrader extends BackgroundService {
  protected readonly task = 'brings records under the newest version';

  constructor(
    @Inject(BACKGROUND_DEPENDENCIES) private readonly dependencies: BackgroundDependencies,
    private readonly upgrades: SpecificationUpgrades,
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
    const run = async (turn: LeasedRun) => {
      const mayGoOn = async () => !turn.isStopped() && turn.mayWrite();
      await stuck.refresh();
      for (const published of await ports.specifications.all())
        if (await mayGoOn())
          await this.upgrades.migrateRecordsAndPeople(published, mayGoOn, unlessStuckUnder(published, stuck));
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
  ({ specification: { key }, version }: PublishedVersion, stuck: StuckItems): StreamSequencer =>
  async (item, work) => {
    // Padded: `upTo` is compared as text.
    const upTo = String(version).padStart(8, '0');
    if (stuck.isLeftAlone(item, upTo)) return undefined;
    return stuck.unlessStuck({ item, what: `${item} comes under version ${version} of ${key}`, upTo }, work);
  };
