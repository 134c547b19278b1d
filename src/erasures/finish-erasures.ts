// While Daybook serves: erasures that were begun and have no certificate, since a process was ended between, are finished.
import { parseRecordStream, parseUserStream } from '#domain/stream-names.js';
import { finishErasure } from '#command-handling/erasure/finish-erasure.js';
import { finishPersonErasure } from '#command-handling/people/finish-person-erasure.js';
import { erasureEvents, withErasure } from '#installation/keys-watch.js';
import { holdLease } from '#projections/lease/lease.js';
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import {
  DUE_LOOK_MS,
  PollingLoop,
  StoppageReporter,
  type BackgroundParts,
  type BackgroundTask,
} from '../background/background-worker.js';

/** The lease of whoever finishes the erasures of an installation. */
const ERASURES_LEASE = 'erasures';

type ErasureParts = Pick<BackgroundParts, 'ports' | 'projections' | 'readModels' | 'healthIssues'>;

/** Of several processes one looks; two that finish the same write one certificate. */
export async function startErasures(parts: ErasureParts): Promise<BackgroundTask> {
  const { ports, projections, readModels, healthIssues } = parts;
  const lease = await holdLease(readModels, ERASURES_LEASE);
  const stoppage = new StoppageReporter(healthIssues, {
    about: 'erasures',
    what: 'Erasures that were begun are not finished',
    then: 'They are tried again.',
  });
  const unfinished = new Map<string, { readonly certified: boolean }>();
  let seen = 0;
  const finishAll = async () => {
    if (lease.token === undefined) return DUE_LOOK_MS;
    for await (const event of erasureEvents(createTimelineReadModel(projections), seen)) {
      withErasure(unfinished, event);
      seen = Math.max(seen, event.position);
    }
    for (const [subject, { certified }] of unfinished) {
      const [person, record] = [parseUserStream(subject), parseRecordStream(subject)];
      if (!certified && person !== undefined) await finishPersonErasure(ports, person);
      if (!certified && record) await finishErasure(ports, record);
      unfinished.delete(subject);
    }
    stoppage.isOver();
    return DUE_LOOK_MS;
  };
  const loop = new PollingLoop(finishAll, stoppage);
  const stopListening = lease.onChange(loop.wake);
  loop.wake();
  return {
    wake: loop.wake,
    async stop() {
      stopListening();
      await loop.stop();
      await lease.release();
    },
  };
}
