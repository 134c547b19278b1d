// Provides what queries read from, put together from the ports of the application.
import { Global, Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK, type Clock } from '../ports/clock.js';
import { FILES, PERSONAL_DATA } from '../ports/storage-tokens.js';
import { SPECIFICATIONS } from '../ports/specifications.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { openQueryDependencies } from './open-query-dependencies.js';
import {
  READ_POSITIONS,
  RUNNING_READ_MODELS,
  QUERY_DEPENDENCIES,
  type QueryDependencies,
} from './query-dependencies.js';
import type { PublishedSpecifications } from './query-dependencies.js';
import type { RunningReadModels } from './running-read-models.js';

type Ports = readonly [
  RunningReadModels,
  PublishedSpecifications,
  PersonalData,
  QueryDependencies['files'],
  QueryDependencies['readPositions'],
  Clock,
];

@Global()
@Module({
  providers: [
    {
      provide: QUERY_DEPENDENCIES,
      inject: [RUNNING_READ_MODELS, SPECIFICATIONS, PERSONAL_DATA, FILES, READ_POSITIONS, CLOCK],
      useFactory: (
        ...[readModels, specifications, personal, files, readPositions, now]: Ports
      ): QueryDependencies =>
        openQueryDependencies({ readModels, specifications, personal, files, readPositions, now }),
    },
  ],
  exports: [QUERY_DEPENDENCIES],
})
export class QueryHandlingModule implements OnModuleDestroy {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  onModuleDestroy(): void {
    this.sources.names.close();
  }
}
