// Module order is route order: screens of documents match almost anything, so they come last.
import { Module } from '@nestjs/common';
import { APP_FILTER, DiscoveryModule } from '@nestjs/core';
import { ApiModule } from './api/api.module.js';
import { ArchivesModule } from './archives/archives.module.js';
import { AuthorizationModule } from './authorization/authorization.module.js';
import { CallsModule } from './calls/calls.module.js';
import { DeclaredRoutes } from './error-pages/declared-routes.js';
import { ErrorFilter } from './error-pages/error.filter.js';
import { HomeModule } from './home/home.module.js';
import { LiveListsModule } from './live-lists/live-lists.module.js';
import { PeopleModule } from './people/people.module.js';
import { RecordsModule } from './records/records.module.js';
import { RenderingModule } from './rendering/rendering.module.js';
import { SavedViewsModule } from './saved-views/saved-views.module.js';
import { ScheduledModule } from './scheduled/scheduled.module.js';
import { SpecificationsModule } from './specifications/specifications.module.js';
import { StatusModule } from './status/status.module.js';
import { TokensModule } from './tokens/tokens.module.js';
import { TimelineModule } from './timeline/timeline.module.js';

/** Expects global providers for the installation's ports, LOG, SITE and EXAMPLES, and `IdentityModule`. */
@Module({
  imports: [
    DiscoveryModule,
    // Before authorization, as its loading page reveals nothing.
    RenderingModule,
    AuthorizationModule,
    StatusModule,
    PeopleModule,
    TokensModule,
    SavedViewsModule,
    LiveListsModule,
    CallsModule,
    TimelineModule,
    ArchivesModule,
    SpecificationsModule,
    HomeModule,
    ScheduledModule,
    ApiModule,
    RecordsModule,
  ],
  providers: [DeclaredRoutes, { provide: APP_FILTER, useClass: ErrorFilter }],
})
export class WebModule {}
