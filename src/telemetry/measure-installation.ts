// Every question is bounded, and one that fails leaves out its own gauges alone.
import { listStuckProcessItems } from '#query-handling/calls/stuck-process-items.js';
import { createCallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import { openScheduledTimers } from '#projections/read-models/timers/timers-projection.js';
import { listLeases } from '#projections/lease/lease.js';
import { PROCESS_NAMES } from '#domain/process-manager/process-manager-commands.js';
import type { Installation } from '#installation/installation.js';
import type { Observe } from '#platform/telemetry/instruments.js';
import { withTimeout } from '#platform/timeouts.js';

export type MeasuredInstallation = Pick<
  Installation,
  'configuration' | 'projections' | 'store' | 'clock' | 'healthIssues'
>;

const LONGEST_MS = 2_500;
const LATE_MS = 10 * 60_000;

export async function measureInstallation(
  installation: MeasuredInstallation,
  observe: Observe,
): Promise<void> {
  measureLeases(observe);
  measureIssues(installation, observe);
  const measures = [measureEngines, measureProjections, measureOutbox, measureTimers, measureStuckItems];
  await Promise.all(measures.map(async (measure) => soon(measure(installation, observe)).catch(() => {})));
}

const soon = <T>(answer: Promise<T>): Promise<T> =>
  withTimeout(LONGEST_MS, answer, () => new Error('no answer in time'));

function measureLeases(observe: Observe): void {
  for (const { name, isHeld } of listLeases())
    observe('daybook.lease.held', isHeld ? 1 : 0, { 'daybook.lease': name });
}

function measureIssues({ healthIssues }: MeasuredInstallation, observe: Observe): void {
  const all = healthIssues.all();
  for (const severity of ['error', 'warning'] as const) {
    const count = all.filter((issue) => issue.severity === severity).length;
    observe('daybook.health.issues', count, { 'daybook.severity': severity });
  }
}

async function measureEngines(
  { configuration: { events, reads }, projections, store }: MeasuredInstallation,
  observe: Observe,
): Promise<void> {
  const measure = async (holds: string, engine: string, answer: Promise<unknown>) => {
    const isUp = await answer.then(
      () => 1,
      () => 0,
    );
    observe('daybook.engine.up', isUp, { 'daybook.engine': engine, 'daybook.holds': holds });
  };
  // Less than what bounds all of it, so that an engine that does not answer is measured as down.
  const bounded = async (ask: () => Promise<unknown>) =>
    withTimeout(LONGEST_MS - 500, ask(), () => new Error('no answer in time'));
  await Promise.all([
    measure(
      'events',
      events.engine,
      bounded(async () => store.head()),
    ),
    measure(
      'read models',
      reads.engine,
      bounded(async () => projections.generation('specifications').checkpoint()),
    ),
  ]);
}

async function measureProjections({ projections }: MeasuredInstallation, observe: Observe): Promise<void> {
  for (const health of await projections.health()) {
    const labels = { 'daybook.projection': health.projection };
    const isUp =
      health.loopAlive && !health.damaged && health.state !== 'failed' && health.state !== 'paused';
    observe('daybook.projection.up', isUp ? 1 : 0, labels);
    observe('daybook.projection.failed_documents', health.failedDocuments, labels);
    if (health.lag !== null) observe('daybook.projection.lag', health.lag, labels);
  }
}

async function measureOutbox({ projections, clock }: MeasuredInstallation, observe: Observe): Promise<void> {
  const before = new Date(Date.parse(clock()) - LATE_MS).toISOString();
  const { goOn, stopped, isLate } = await createCallsReadModel(projections).countByStatus(before);
  observe('daybook.outbox.calls', goOn, { 'daybook.state': 'waiting' });
  observe('daybook.outbox.calls', stopped, { 'daybook.state': 'stopped' });
  observe('daybook.outbox.late', isLate ? 1 : 0);
}

async function measureTimers({ projections, clock }: MeasuredInstallation, observe: Observe): Promise<void> {
  const timers = openScheduledTimers(projections);
  const [waiting, due] = await Promise.all([timers.count(), timers.count({ due: { $lte: clock() } })]);
  observe('daybook.timers', waiting.count, { 'daybook.state': 'waiting' });
  observe('daybook.timers', due.count, { 'daybook.state': 'due' });
}

async function measureStuckItems({ store }: MeasuredInstallation, observe: Observe): Promise<void> {
  const stuck = await listStuckProcessItems({ read: async (stream) => store.read(stream) });
  for (const name of PROCESS_NAMES) {
    const count = stuck.filter(({ process }) => process === name).length;
    observe('daybook.stuck_items', count, { 'daybook.process': name });
  }
}
