// Starts what lets timers fire, in a process that serves pages: under a lease of its own, so that one of them does. Nothing else starts it: neither
// a replay nor an import, a copy or the loading of a demo can reach it from where they are (test/architecture).
import { holdLease } from '#projections/lease/lease.js';
import type { RunningProjections } from '#projections/running-projections.js';
import { createTimersReadModel } from '#projections/read-models/timers/timers-projection.js';
import { parseRecordStream, RecordRef } from '#domain/stream-names.js';
import { StuckItems } from '../background/stuck-items.js';
import {
  type BackgroundParts,
  RetriedPreparation,
  StoppageReporter,
  type BackgroundTask,
} from '../background/background-worker.js';
import { MetLog } from '../background/log-watermark.js';
import { STOPPAGE, TimerFiring } from './timer-firing.js';
import { fireRecord, withholdDue } from './fire-record-timers.js';
import type { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { sendCommand } from '#command-handling/send-command.js';
import type { Published, Specifications } from '../ports/specifications.js';
import { SYSTEM } from '#domain/permissions.js';
import { SetTimers } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import type { ActiveGenerations } from '#projections/port/projection.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { Entity } from '#specification/model/specification.js';

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
  const { ports, bus, projections, readModels, clock, healthIssues, isPast = false } = parts;
  const before = await parts.log.head();
  const lease = await holdLease(readModels, TIMERS_LEASE);
  const met = new MetLog(readModels, MET);
  const waiting = () => createTimersReadModel(projections);
  const seen = seenBy(projections, met);
  const stuck = new StuckItems({ process: 'timer-firing', store: ports.store, bus, projections });
  const firing = new TimerFiring({
    waiting,
    lease,
    clock,
    healthIssues,
    seen,
    stuck,
    fire: (record, now) => fireRecord(bus, record, now, { skippedUpTo: skippedUpTo(stuck, record.id) }),
  });
  let [isReady, isStopped] = [false, false];
  const mayGoOn = async () => !isStopped && lease.token !== undefined && lease.mayWrite(lease.token);
  const { specifications } = ports;
  const setAnew = async () => seen(await setTimersAnew({ ...parts, specifications, mayGoOn, stuck }));
  const setAgain = async () => seen(await setRetried(bus, stuck));
  const meet = async () => {
    await seen(before);
    const count = await withholdDue(waiting, bus, clock(), seen, stuck);
    if (count > 0) onWithheld(count);
    await met.meet(before);
  };
  const preparing = new RetriedPreparation(
    async () => {
      if (lease.token === undefined) return;
      await stuck.refresh();
      await setAnew();
      await setAgain();
      if (!isReady && (isPast || !(await met.isMet(before)))) await meet();
      isReady = true;
      firing.wake();
    },
    new StoppageReporter(healthIssues, STOPPAGE),
  );
  const ends = [
    stuck.onDecided(preparing.ask),
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
      await lease.release();
    },
  };
}

/** Until when what was due is left out of a record, for good. */
function skippedUpTo(stuck: StuckItems, record: string): string | null {
  const known = stuck.get(record);
  return known?.status === 'skipped' ? known.upTo : null;
}

const seenBy = (projections: RunningProjections, met: MetLog) => async (position: number) => {
  if (position === 0) return;
  met.saw(position);
  await projections.waitFor(position, PATIENCE_MS, ['timers']);
};

// After a version was published: the records that are in a state of its timers set them as it says. Once for each version, in the one process that
// holds the lease; timers that are gone take themselves back when they would have been due.
interface TimerResetParts {
  readonly specifications: Pick<Specifications, 'all'>;
  readonly readModels: Pick<ReadModels, 'lease' | 'changeLease'>;
  readonly projections: ActiveGenerations;
  readonly bus: CommandBus;
  readonly stuck: Pick<StuckItems, 'isLeftAlone' | 'unlessStuck'>;
  /** false: somebody else does it, or it is over. */
  readonly mayGoOn: () => Promise<boolean>;
}

const PAGE = 100;

/** Returns the position of the last event that was written; 0: none was. */
async function setTimersAnew(setting: TimerResetParts): Promise<number> {
  let last = 0;
  for (const published of await setting.specifications.all()) {
    const name = `timers of ${published.specification.key}`;
    const done = await setting.readModels.lease(name);
    if (done && done.token >= published.version) continue;
    for (const entity of Object.values(published.specification.entities))
      last = Math.max(last, await setOf(setting, published, entity));
    if (!(await setting.mayGoOn())) return last;
    const now = { holder: '', token: published.version, beat: (done?.beat ?? 0) + 1 };
    await setting.readModels.changeLease(name, done, now);
  }
  return last;
}

async function setOf(
  { projections, bus, mayGoOn, stuck }: TimerResetParts,
  { specification }: Published,
  { key: entity, lifecycle }: Entity,
): Promise<number> {
  const states = [...new Set(lifecycle.timers.flatMap((timer) => timer.in))];
  if (states.length === 0) return 0;
  const { key: application } = specification;
  const filter = { state: { $in: states } };
  let [last, cursor] = [0, undefined as string | undefined];
  do {
    const query = { filter, limit: PAGE, ...(cursor !== undefined && { cursor }), onwardOnly: true };
    const page = await createRecordsReadModel(projections, { application, entity }).find(query);
    for (const { id } of page.documents)
      last = Math.max(last, await setOrNote(bus, stuck, RecordRef.of({ application, entity, id })));
    cursor = page.next;
  } while (cursor !== undefined && (await mayGoOn()));
  return last;
}

/** Records that were tried again: those whose timers could not be set have none yet. */
async function setRetried(
  bus: CommandBus,
  stuck: Pick<StuckItems, 'of' | 'isLeftAlone' | 'unlessStuck'>,
): Promise<number> {
  let last = 0;
  for (const { item } of stuck.of('retried')) {
    const record = parseRecordStream(item);
    if (record) last = Math.max(last, await setOrNote(bus, stuck, record));
  }
  return last;
}

async function setOrNote(
  bus: CommandBus,
  stuck: Pick<StuckItems, 'isLeftAlone' | 'unlessStuck'>,
  record: RecordRef,
): Promise<number> {
  const { application, entity, id, name: item } = record;
  if (stuck.isLeftAlone(item)) return 0;
  return (
    (await stuck.unlessStuck({ item, what: `timers of ${item}` }, () =>
      setOne(bus, { application, entity, id }),
    )) ?? 0
  );
}

async function setOne(
  bus: CommandBus,
  record: { readonly application: string; readonly entity: string; readonly id: string },
): Promise<number> {
  const context = { actor: SYSTEM.id, commandId: uuid() };
  try {
    return (await sendCommand(bus, new SetTimers({ ...record, context }))).position;
  } catch (error) {
    // A record that cannot be read or decided about has no timers either; engines that are away end it.
    if (error instanceof Refused && !error.reasons.some(({ kind }) => kind === 'unavailable')) return 0;
    throw error;
  }
}
