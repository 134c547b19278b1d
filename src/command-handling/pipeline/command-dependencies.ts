import { Inject, Injectable } from '@nestjs/common';
import type { EventStore } from '#event-store/event-store.js';
import type { FileStore } from '#event-store/files/file-store.js';
import type { PersonalData } from '#event-store/personal-data/personal-data.js';
import { CLOCK, type Clock } from '#ports/clock.js';
import { EVENT_STORE, FILES, PERSONAL_DATA } from '#ports/storage-tokens.js';
import { LOOKUPS, type Lookups } from '#ports/lookups.js';
import { SPECIFICATIONS, type SpecificationVersions } from '#ports/specifications.js';
import { VersionMigrations } from './version-migrations.js';
import { IdsInUse } from './id-reservations.js';
import { limitStoreByDeadline } from './command-deadline.js';
import { KeyedQueue } from '#platform/keyed-queue.js';

@Injectable()
export class CommandDependencies {
  /** Commands on one stream do not race within a process. */
  readonly queue = new KeyedQueue();
  readonly store: ReturnType<typeof limitStoreByDeadline>;
  readonly ids: IdsInUse;
  readonly migrations: VersionMigrations;
  @Inject(FILES) readonly files!: FileStore;

  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(PERSONAL_DATA) readonly personalData: PersonalData,
    @Inject(SPECIFICATIONS) readonly specifications: SpecificationVersions,
    @Inject(LOOKUPS) readonly lookups: Lookups,
    @Inject(CLOCK) readonly clock: Clock,
  ) {
    this.store = limitStoreByDeadline(store);
    this.migrations = new VersionMigrations(this.store);
    this.ids = new IdsInUse(specifications, lookups, this.store);
  }
}
