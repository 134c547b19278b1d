// Timers: one process of an installation fires those that are due.
import { BackgroundService, startOrRelease, type WakeableWorker } from '../background/background-service.js';
import { BackgroundWorker, type BackgroundDependencies, type Turn } from '../background/background-worker.js';
import { LogWatermark } from '../background/log-watermark.js';
import { StuckItems } from '../background/stuck-items.js';
import { createTimersReadModel } from '#projections/read-models/timers/timers-projection.js';
import { fireRecordTimers } from './fire-record-timers.js';
import {
  resetTimersAfterPublication,
  resetTimersOfRetriedRecords,
} from './reset-timers-after-publication.js';
import { suppressDueTimers } from './suppress-due-timers.js';
import { TimerFiring } from './timer-firing.js';

export interface TimersOptions {
  /** Resolves once timers may fire. true: the log holds a past whose due timers are suppressed, such as the examples'. */
  whenReady?(): Promise<boolean>;
  /** Gets the number of records whose timers are suppressed because the log is new here, or tells of a past. */
  onSuppressed?(records: number, isPast: boolean): void;
}

const WATERMARK = 'timers of this log';
const READ_MODEL_TIMEOUT_MS = 10_000;

export class Timers extends BackgroundService {
  private isPast = false;

  constructor(
    private readonly dependencies: BackgroundDependencies,
    private readonly options: TimersOptions = {},
  ) {
    super();
  }

  protected async whenReady(): Promise<void> {
    this.isPast = (await this.options.whenReady?.()) ?? false;
  }

  async start(): Promise<WakeableWorker> {
    const { log, readModels, projections, ports, bus, clock } = this.dependencies;
    const { isPast } = this;
    const head = await log.head();
    const watermark = new LogWatermark(readModels, WATERMARK);
    // Before the lease is taken: what its former holder does meanwhile must not make the log look new.
    const wasKnown = await watermark.isKnown(head);
    const waiting = () => createTimersReadModel(projections);
    const waitFor = async (position: number) => {
      if (position === 0) return;
      watermark.advance(position);
      await projections.waitFor(position, READ_MODEL_TIMEOUT_MS, ['timers']);
    };
    const stuck = new StuckItems({ process: 'timer-firing', store: ports.store, bus, projections });
    const suppress = async () => {
      await waitFor(head);
      const count = await suppressDueTimers({ waiting, bus, now: clock(), waitFor, stuck });
      if (count > 0) this.options.onSuppressed?.(count, isPast);
      await watermark.record(head);
    };
    let isPrepared = false;
    const prepare = async (turn: Turn) => {
      const mayGoOn = async () => !turn.isStopped() && turn.mayWrite();
      const { specifications } = ports;
      await stuck.refresh();
      await waitFor(
        await resetTimersAfterPublication({ specifications, readModels, projections, bus, stuck, mayGoOn }),
      );
      await waitFor(await resetTimersOfRetriedRecords(bus, stuck));
      if (!isPrepared && (isPast || !(wasKnown || (await watermark.isKnown(head))))) await suppress();
      isPrepared = true;
    };
    const firing = new TimerFiring({
      waiting,
      prepare,
      clock,
      waitFor,
      stuck,
      fire: (record, now) =>
        fireRecordTimers(bus, record, now, { skippedUpTo: skippedUpTo(stuck, record.id) }),
    });
    const release = async () => watermark.stop();
    const worker = await startOrRelease(() => BackgroundWorker.start(firing, this.dependencies), release);
    return {
      wake: worker.wake,
      async stop() {
        await worker.stop();
        await release();
      },
    };
  }
}

/** Timers of the record that were due up to then are left out for good. */
function skippedUpTo(stuck: StuckItems, record: string): string | null {
  const known = stuck.get(record);
  return known?.status === 'skipped' ? known.upTo : null;
}
