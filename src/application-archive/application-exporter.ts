import { Inject, Injectable } from '@nestjs/common';
import type { Writable } from 'node:stream';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import type { ApplicationExported } from '#domain/specification/archive-events.js';
import { readDaybookVersion } from '#platform/daybook-version.js';
import type { Installation } from '../installation/installation.js';
import { INSTALLATION_TOKEN } from '../installation/ports.module.js';
import { describeExported, exportApplication } from './export-application.js';

@Injectable()
export class ApplicationExporter {
  constructor(@Inject(INSTALLATION_TOKEN) private readonly installation: Installation) {}

  /** `record`: before the archive is complete, or with an empty hash once it was broken off. */
  async export(
    key: string,
    destination: Writable,
    record: (exported: ApplicationExported['data']) => Promise<unknown>,
  ): Promise<void> {
    const { store, personal, files, projections, clock } = this.installation;
    const people = createPeopleReadModel(projections);
    const sources = { store, personal, files, people, clock, version: readDaybookVersion() };
    const upTo = await store.head();
    let [isBegun, isRecorded, events] = [false, false, 0];
    try {
      await exportApplication(sources, key, destination, {
        onComplete: async (archive) => {
          await record(describeExported(archive));
          isRecorded = true;
        },
        onProgress: (done) => ([isBegun, events] = [true, done]),
      });
    } catch (error) {
      // What was sent can be read without the end of the archive.
      if (isBegun && !isRecorded) await record({ archive: '', upTo, events, people: 0, files: 0 });
      throw error;
    }
  }
}
