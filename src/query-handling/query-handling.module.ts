import { Global, Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CLOCK, type Clock } from '../ports/clock.js';
import { ApprovalQueriesModule } from './approvals/approval-queries.module.js';
import { CalendarQueriesModule } from './calendar/calendar-queries.module.js';
import { CallQueriesModule } from './calls/call-queries.module.js';
import { ListQueriesModule } from './lists/list-queries.module.js';
import { NameQueriesModule } from './names/name-queries.module.js';
import { NotificationQueriesModule } from './notifications/notification-queries.module.js';
import { PeopleQueriesModule } from './people/people-queries.module.js';
import { ProcessMapQueriesModule } from './process-map/process-map-queries.module.js';
import { RecordDetailQueriesModule } from './record-details/record-detail-queries.module.js';
import { RecordQueriesModule } from './records/record-queries.module.js';
import { ReportQueriesModule } from './reports/report-queries.module.js';
import { ScheduledQueriesModule } from './scheduled/scheduled-queries.module.js';
import { SearchQueriesModule } from './search/search-queries.module.js';
import { SpecificationQueriesModule } from './specifications/specification-queries.module.js';
import { TimelineQueriesModule } from './timeline/timeline-queries.module.js';
import { SavedViewQueriesModule } from './saved-views/saved-view-queries.module.js';
import { WaitingQueriesModule } from './waiting/waiting-queries.module.js';
import { FILES, PERSONAL_DATA } from '../ports/storage-tokens.js';
import { SPECIFICATIONS } from '../ports/specifications.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { openQueryDependencies } from './open-query-dependencies.js';
import {
  READ_POSITIONS,
  PROJECTION_PROGRESS,
  QUERY_DEPENDENCIES,
  type QueryDependencies,
} from './query-dependencies.js';
import type { PublishedSpecifications } from './query-dependencies.js';
import type { ProjectionProgress } from './projection-progress.js';

type Ports = readonly [
  ProjectionProgress,
  PublishedSpecifications,
  PersonalData,
  QueryDependencies['files'],
  QueryDependencies['readPositions'],
  Clock,
];

@Global()
@Module({
  imports: [
    CqrsModule,
    ApprovalQueriesModule,
    CalendarQueriesModule,
    CallQueriesModule,
    ListQueriesModule,
    NameQueriesModule,
    NotificationQueriesModule,
    PeopleQueriesModule,
    ProcessMapQueriesModule,
    RecordDetailQueriesModule,
    RecordQueriesModule,
    ReportQueriesModule,
    ScheduledQueriesModule,
    SearchQueriesModule,
    SpecificationQueriesModule,
    TimelineQueriesModule,
    SavedViewQueriesModule,
    WaitingQueriesModule,
  ],
  providers: [
    {
      provide: QUERY_DEPENDENCIES,
      inject: [PROJECTION_PROGRESS, SPECIFICATIONS, PERSONAL_DATA, FILES, READ_POSITIONS, CLOCK],
      useFactory: (
        ...[readModels, specifications, personal, files, readPositions, now]: Ports
      ): QueryDependencies =>
        openQueryDependencies({ readModels, specifications, personal, files, readPositions, now }),
    },
  ],
  exports: [CqrsModule, QUERY_DEPENDENCIES],
})
export class QueryHandlingModule implements OnModuleDestroy {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  onModuleDestroy(): void {
    this.sources.names.close();
  }
}
