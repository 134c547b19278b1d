// The table of contents of the application: which parts there are. What is behind their ports is opened in installation.ts.
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { TerminusModule } from '@nestjs/terminus';
import { CommandHandlingModule } from './command-handling/command-handling.module.js';
import { IdentityModule } from './identity/identity.module.js';
import type { OffersExamplePeople } from './identity/sessions.js';
import { InstallationModule } from './installation/installation.module.js';
import type { Installation } from './installation/installation.js';
import { QueryHandlingModule } from './query-handling/query-handling.module.js';
import { AuthorizationGuard } from '#web/authorization/authorization.guard.js';
import { HealthController } from './web/status/health.controller.js';
import { SECRETS } from './web/calls/secrets.js';
import { createLog, LOG } from './web/errors/server-log.js';
import { EXAMPLES, NO_EXAMPLES, type Examples } from '#web/layout/examples.js';
import { configureApp, httpAdapter } from '#web/shell/shell.js';
import { WebModule } from './web/web.module.js';
import { SITE, requestedSite } from './web/http/site.js';

/** What every part asks of the process around it. */
@Global()
@Module({})
class ProcessModule {
  static at({ log, site }: Installation['configuration'], examples: Examples): DynamicModule {
    const providers = [
      { provide: LOG, useValue: createLog(log) },
      { provide: SITE, useValue: site === undefined ? requestedSite : () => site },
      { provide: EXAMPLES, useValue: examples },
      { provide: SECRETS, useValue: (name: string) => process.env[name] },
    ];
    return { module: ProcessModule, providers, exports: [LOG, SITE, EXAMPLES, SECRETS] };
  }
}

@Module({})
export class AppModule {
  static over(
    installation: Installation,
    offersExamplePeople: OffersExamplePeople,
    examples: Examples,
  ): DynamicModule {
    const { data } = installation.configuration;
    return {
      module: AppModule,
      imports: [
        ProcessModule.at(installation.configuration, examples),
        InstallationModule.of(installation),
        CommandHandlingModule,
        QueryHandlingModule,
        IdentityModule.with({ data, offersExamplePeople }),
        WebModule,
      ],
    };
  }
}

@Module({})
class HealthModule {
  static of(installation: Installation): DynamicModule {
    return {
      module: HealthModule,
      imports: [TerminusModule.forRoot({ logger: false }), InstallationModule.of(installation)],
      controllers: [HealthController],
      providers: [{ provide: APP_GUARD, useClass: AuthorizationGuard }],
    };
  }
}

function logHealthIssues({ configuration, healthIssues }: Installation): void {
  const log = createLog(configuration.log);
  healthIssues.onRaised(({ key, adminMessage, severity }) =>
    log[severity === 'error' ? 'error' : 'warn']({ about: key }, adminMessage),
  );
}

/** Of a process that only builds read models: says how they are, and nothing else. */
export async function createHealthApp(installation: Installation): Promise<NestExpressApplication> {
  logHealthIssues(installation);
  return NestFactory.create<NestExpressApplication>(HealthModule.of(installation), QUIET);
}

const QUIET = { bodyParser: false, logger: false, abortOnError: false } as const;

/** The web application over an open installation, ready to `listen`. */
export async function createApp(
  installation: Installation,
  offersExamplePeople: OffersExamplePeople = async () => installation.configuration.demo,
  examples: Examples = NO_EXAMPLES,
): Promise<NestExpressApplication> {
  logHealthIssues(installation);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.over(installation, offersExamplePeople, examples),
    httpAdapter(),
    QUIET,
  );
  const { secure, log, logClients, proxies, rates } = installation.configuration;
  configureApp(app, { secure, log, logClients, proxies, rates });
  return app;
}
