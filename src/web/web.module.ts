// What is written over HTTP besides records: sign-in, people, specifications; and what every answer shares.
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { TerminusModule } from '@nestjs/terminus';
import { CommandHandlingModule } from '../command-handling/command-handling.module.js';
import { AccountController } from './account/account.controller.js';
import { AppearanceController } from './appearance.controller.js';
import { CallsController } from './calls/calls.controller.js';
import { ProjectionsController } from './calls/projections.controller.js';
import { MailsController } from './calls/mails.controller.js';
import { ReceiveController } from './calls/receive.controller.js';
import { ErrorFilter } from './error.filter.js';
import { FramesModule } from './rendering/frames.module.js';
import { HealthController } from './health.controller.js';
import { NoticesController } from './people/notices.controller.js';
import { DeputiesController } from './people/deputies.controller.js';
import { LinkPages } from './people/link-pages.js';
import { PersonController } from './people/person.controller.js';
import { RegisterController } from './people/register.controller.js';
import { PublishController } from './publish/publish.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { WelcomeController } from './sign-in/welcome.controller.js';
import { Commands } from './commands.js';

/**
 * Asks the application for SPECIFICATIONS, EVENT_STORE, RUNNING_READ_MODELS, SOURCES, LOG and SITE from global modules, and for
 * `IdentityModule` beside it.
 */
@Module({
  imports: [CqrsModule, CommandHandlingModule, TerminusModule.forRoot({ logger: false }), FramesModule],
  controllers: [
    HealthController,
    AppearanceController,
    SignInController,
    WelcomeController,
    AccountController,
    RegisterController,
    PersonController,
    DeputiesController,
    PublishController,
    CallsController,
    ProjectionsController,
    MailsController,
    NoticesController,
    ReceiveController,
  ],
  providers: [Commands, LinkPages, { provide: APP_FILTER, useClass: ErrorFilter }],
})
export class WebModule {}
