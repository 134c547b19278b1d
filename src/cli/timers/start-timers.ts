// Starts what lets timers fire, in a process that serves pages: under a lease of its own, so that one of them does. Nothing else starts it: neither
// a replay nor an import, a copy or the loading of a demo can reach it from where they are (test/architecture).
import { holdLease } from '#projections/lease/lease.js';
import type { RunningProjections } from '#projections/running-projections.js';
import { timersIn } from '#projections/read-models/timers/timers-read-model.js';
import { type BackgroundParts, RetriedPreparation, type BackgroundTask } from '../background-tasks.js';
import { MetLog } from '../met-log.js';
import { TimerFiring } from './firing.js';
import { fireRecord, withholdDue } from './fire-record.js';
import { setTimersAnew } from './set-anew.js';

export interface TimerParts extends BackgroundParts {
  /** true: the log tells of a past that nobody waits for, such as the examples'. */
  readonly isPast?: boolean;
}

export type RunningTimers = BackgroundTask;

/** The lease of whoever lets the timers of an installation fire. */
const TIMERS_LEASE = 'timers';
const MET = 'timers of this log';
const PATIENCE_MS = 10_000;

/** `onWithheld`: told how many records had timers due before the log was met for the first time. */
export async function startTimers(
  parts: TimerParts,
  onWithheld: (count: number) => void = () => {},
): Promise<RunningTimers> {
  const { ports, bus, projections, readModels, clock, troubles, isPast = false } = parts;
  const before = await parts.log.head();
  const lease = await holdLease(readModels, TIMERS_LEASE);
  const met = new MetLog(readModels, MET);
  const waiting = () => timersIn(projections);
  const seen = seenBy(projections, met);
  const firing = new TimerFiring({
    ...{ waiting, lease, clock, troubles, seen },
    fire: (record, now) => fireRecord(bus, record, now),
  });
  let [isReady, isStopped] = [false, false];
  const mayGoOn = async () => !isStopped && lease.token !== undefined && lease.mayWrite(lease.token);
  const { specifications } = ports;
  const setAnew = async () => seen(await setTimersAnew({ ...parts, specifications, mayGoOn }));
  const meet = async () => {
    await seen(before);
    const count = await withholdDue(waiting, bus, clock(), seen);
    if (count > 0) onWithheld(count);
    await met.meet(before);
  };
  const preparing = new RetriedPreparation(async () => {
    if (lease.token === undefined) return;
    await setAnew();
    if (!isReady && (isPast || !(await met.isMet(before)))) await meet();
    isReady = true;
    firing.wake();
  });
  const ends = [
    lease.onChange(preparing.ask),
    projections.onWritten(({ projection }) => {
      if (projection === 'specifications') preparing.ask();
      if (projection === 'timers' && isReady) firing.wake();
    }),
  ];
  preparing.ask();
  await preparing.ended();
  return {
    wake: () => isReady && firing.wake(),
    async stop() {
      isStopped = true;
      ends.forEach((end) => end());
      await preparing.stop();
      await firing.stop();
      await met.stop();
      await lease.giveBack();
    },
  };
}

const seenBy = (projections: RunningProjections, met: MetLog) => async (position: number) => {
  if (position === 0) return;
  met.saw(position);
  await projections.waitFor(position, PATIENCE_MS, ['timers']);
};
