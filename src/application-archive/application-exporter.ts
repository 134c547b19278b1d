import { Inject, Injectable } from '@nestjs/common';
import type { Writable } from 'node:stream';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import type { ApplicationExported } from '#domain/specification/archive-events.js';
import { readDaybookVersion } from '#platform/read-daybook-version.js';
import type { Installation } from '../installation/installation.js';
import { INSTALLATION_TOKEN } from '../installation/ports.module.js';
import { describeExported, exportApplication } from './export-application.js';

@Injectable()
export class ApplicationExporter {
  constructor(@Inject(INSTALLATION_TOKEN) private readonly installation: Installation) {}

  /** `record`: before the archive becomes readable. */
  async export(
    key: string,
    destination: Writable,
    record: (exported: ApplicationExported['data']) => Promise<unknown>,
  ): Promise<void> {
    const { store, personal, files, projections, clock } = this.installation;
    const people = createPeopleReadModel(projections);
    const sources = { store, personal, files, people, clock, version: readDaybookVersion() };
    await exportApplication(sources, key, destination, {
      onComplete: (archive) => record(describeExported(archive)),
    });
  }
}
