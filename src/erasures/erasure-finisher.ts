// Resumes erasures whose process ended before the certificate. Two processes that finish the same one write one certificate.
import { Inject, Injectable } from '@nestjs/common';
import { finishErasure } from '#command-handling/erasure/finish-erasure.js';
import { finishPersonErasure } from '#command-handling/people/finish-person-erasure.js';
import { parseRecordStream, parseUserStream } from '#domain/stream-names.js';
import { readErasureEvents, addErasure } from '#installation/key-consistency.js';
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import { BACKGROUND_DEPENDENCIES } from '../background/background.module.js';
import { BackgroundService } from '../background/background-service.js';
import {
  BackgroundWorker,
  type BackgroundDependencies,
  type LeasedRun,
} from '../background/background-worker.js';
import { StartGate } from '../background/start-gate.js';
import { LONGEST_WAIT_MS } from '../background/compute-wait-until-due.js';

const FAILURE_NOTICE = {
  issueKey: 'erasures',
  summary: 'Erasures that were begun are not finished',
  consequence: 'They are tried again.',
};

@Injectable()
export class ErasureFinisher extends BackgroundService {
  protected readonly task = 'finishes erasures';

  constructor(
    @Inject(BACKGROUND_DEPENDENCIES) private readonly dependencies: BackgroundDependencies,
    private readonly gate: StartGate,
  ) {
    super();
  }

  protected whenReady(): Promise<void> {
    return this.gate.whenReadable();
  }

  start(): Promise<BackgroundWorker> {
    const { ports, projections } = this.dependencies;
    const unfinished = new Map<string, { readonly certified: boolean }>();
    let position = 0;
    const run = async (turn: LeasedRun) => {
      for await (const event of readErasureEvents(createTimelineReadModel(projections), position)) {
        addErasure(unfinished, event);
        position = Math.max(position, event.position);
      }
      for (const [subject, { certified }] of unfinished) {
        const [person, record] = [parseUserStream(subject), parseRecordStream(subject)];
        if (!certified && person !== undefined) await finishPersonErasure(ports, person);
        if (!certified && record) await finishErasure(ports, record);
        unfinished.delete(subject);
      }
      turn.failureReporter.reportSuccess();
      return LONGEST_WAIT_MS;
    };
    return BackgroundWorker.start(
      { leaseName: 'erasures', failureNotice: FAILURE_NOTICE, run },
      this.dependencies,
    );
  }
}
