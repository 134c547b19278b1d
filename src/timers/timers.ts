// One process of an installation fires due timers.
import { Inject, Injectable } from '@nestjs/common';
import { BACKGROUND_DEPENDENCIES } from '../background/background.module.js';
import { BackgroundService, type WakeableWorker } from '../background/background-service.js';
import {
  BackgroundWorker,
  type BackgroundDependencies,
  type LeasedRun,
} from '../background/background-worker.js';
import { LogWatermark } from '../background/log-watermark.js';
import { StuckItems } from '../background/stuck-items.js';
import { ReadModelsUnavailable } from '#projections/port/read-model-errors.js';
import { createTimersReadModel } from '#projections/read-models/timers/timers-projection.js';
import { fireRecordTimers } from './fire-record-timers.js';
import {
  resetTimersAfterPublication,
  resetTimersOfRetriedRecords,
} from './reset-timers-after-publication.js';
import { suppressDueTimers } from './suppress-due-timers.js';
import { TimerFiring } from './timer-firing.js';
import { TIMERS_OPTIONS, type TimersOptions } from './timers.module-definition.js';

const WATERMARK = 'timers of this log';
const READ_MODEL_TIMEOUT_MS = 10_000;

@Injectable()
export class Timers extends BackgroundService {
  protected readonly task = 'fires timers';
  private isPast = false;

  constructor(
    @Inject(BACKGROUND_DEPENDENCIES) private readonly dependencies: BackgroundDependencies,
    @Inject(TIMERS_OPTIONS) private readonly options: TimersOptions = {},
  ) {
    super();
  }

  protected async whenReady(): Promise<void> {
    this.isPast = (await this.options.whenReady?.()) ?? false;
  }

  async start(): Promise<WakeableWorker> {
    const { readModels, projections, ports, bus, log, clock } = this.dependencies;
    const { isPast } = this;
    const watermark = await LogWatermark.open(this.dependencies, WATERMARK);
    const waiting = () => createTimersReadModel(projections);
    const waitFor = async (position: number) => {
      if (position === 0) return;
      watermark.advance(position);
      await projections.waitFor(position, READ_MODEL_TIMEOUT_MS, ['timers']);
    };
    const waitForRecords = async () => {
      if (await projections.waitFor(await log.head(), READ_MODEL_TIMEOUT_MS, ['records'])) return;
      throw new ReadModelsUnavailable('The records of a new version of a specification are not read yet.');
    };
    const stuck = new StuckItems({ process: 'timer-firing', store: ports.store, bus, projections });
    const suppress = async () => {
      await waitFor(watermark.head);
      const count = await suppressDueTimers({ waiting, bus, now: clock(), waitFor, stuck });
      if (count > 0) this.options.onSuppressed?.(count, isPast);
      await watermark.recordHead();
    };
    let isPrepared = false;
    const prepare = async (turn: LeasedRun) => {
      const mayGoOn = async () => !turn.isStopped() && turn.mayWrite();
      const { specifications } = ports;
      await stuck.refresh();
      await waitFor(
        await resetTimersAfterPublication({
          specifications,
          readModels,
          projections,
          bus,
          stuck,
          waitForRecords,
          mayGoOn,
        }),
      );
      await waitFor(await resetTimersOfRetriedRecords(bus, stuck));
      if (!isPrepared && (isPast || (await watermark.isLogNew()))) await suppress();
      isPrepared = true;
    };
    const firing = new TimerFiring({
      waiting,
      prepare,
      clock,
      waitFor,
      release: () => watermark.stop(),
      stuck,
      fire: (record, now) =>
        fireRecordTimers(bus, record, now, { skippedUpTo: skippedUpTo(stuck, record.id) }),
    });
    return BackgroundWorker.start(firing, this.dependencies);
  }
}

/** Timers due up to then are skipped for good. */
function skippedUpTo(stuck: StuckItems, record: string): string | null {
  const known = stuck.get(record);
  return known?.status === 'skipped' ? known.upTo : null;
}
