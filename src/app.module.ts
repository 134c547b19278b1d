// The table of contents of the application: which parts there are. What is behind their ports is opened in installation.ts.
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { TerminusModule } from '@nestjs/terminus';
import { BackgroundModule } from './background/background.module.js';
import { WHEN_SERVING, type WhenServing } from './background/start-gate.js';
import { CommandHandlingModule } from './command-handling/command-handling.module.js';
import { DemoModule } from './demo/demo.module.js';
import { EXAMPLE_ACCESS, type ExampleAccess } from './demo/example-access.js';
import { LoadingShare } from './demo/loading-share.js';
import { ExampleOrderSystem } from './demo/order-system/example-order-system.js';
import { EXAMPLE_TOUR } from './demo/tour.js';
import { ErasuresModule } from './erasures/erasures.module.js';
import { IdentityModule } from './identity/identity.module.js';
import { OFFERS_EXAMPLE_PEOPLE, type OffersExamplePeople } from './identity/sessions.js';
import { InstallationModule } from './installation/installation.module.js';
import type { Installation } from './installation/installation.js';
import { OutboxModule } from './outbox/outbox.module.js';
import type { Announce } from './platform/announce.js';
import { QueryHandlingModule } from './query-handling/query-handling.module.js';
import { describeSuppressedCalls, describeSuppressedTimers } from './start-up/describe-serving.js';
import { FileWatch } from './start-up/file-watch.js';
import type { ServingAddress } from './start-up/serving-address.js';
import { StartUp } from './start-up/start-up.js';
import { StartUpModule } from './start-up/start-up.module.js';
import { TimersModule } from './timers/timers.module.js';
import { UpgradesModule } from './upgrades/upgrades.module.js';
import { AuthorizationGuard } from '#web/authorization/authorization.guard.js';
import { HealthController } from '#web/status/health.controller.js';
import { createLog, LOG } from '#web/errors/server-log.js';
import { EXAMPLES, NO_EXAMPLES, type Examples } from '#web/layout/examples.js';
import { configureApp, httpAdapter } from '#web/shell/shell.js';
import { SECRETS } from './web/calls/secrets.js';
import { WebModule } from './web/web.module.js';
import { SITE, requestedSite } from './web/http/site.js';

/** What every part asks of the process around it. */
@Global()
@Module({})
class ProcessModule {
  static at({ log, site }: Installation['configuration']): DynamicModule {
    const providers = [
      { provide: LOG, useValue: createLog(log) },
      { provide: SITE, useValue: site === undefined ? requestedSite : () => site },
      { provide: SECRETS, useValue: (name: string) => process.env[name] },
    ];
    return { module: ProcessModule, providers, exports: [LOG, SITE, SECRETS] };
  }
}

/** What pages and sign-in know of the examples. */
@Global()
@Module({})
export class ExamplesModule {
  static of(offersExamplePeople: OffersExamplePeople, examples: Examples): DynamicModule {
    return {
      module: ExamplesModule,
      providers: [
        { provide: OFFERS_EXAMPLE_PEOPLE, useValue: offersExamplePeople },
        { provide: EXAMPLES, useValue: examples },
      ],
      exports: [OFFERS_EXAMPLE_PEOPLE, EXAMPLES],
    };
  }

  static ofDemo(): DynamicModule {
    return {
      module: ExamplesModule,
      imports: [DemoModule],
      providers: [
        {
          provide: OFFERS_EXAMPLE_PEOPLE,
          inject: [EXAMPLE_ACCESS],
          useFactory: ({ offersPeople }: ExampleAccess) => offersPeople,
        },
        {
          provide: EXAMPLES,
          inject: [LoadingShare],
          useFactory: ({ now }: LoadingShare): Examples => ({ loading: now, tour: EXAMPLE_TOUR }),
        },
      ],
      exports: [OFFERS_EXAMPLE_PEOPLE, EXAMPLES],
    };
  }
}

export interface ServingProcess {
  readonly whenServing: WhenServing<ServingAddress>;
  readonly announce: Announce;
}

const backgroundModules = (
  { configuration: { calls } }: Installation,
  process: ServingProcess,
): DynamicModule['imports'] => [
  BackgroundModule.at(process),
  DemoModule,
  StartUpModule,
  ErasuresModule,
  UpgradesModule,
  TimersModule.registerAsync({
    imports: [StartUpModule],
    inject: [StartUp],
    useFactory: ({ finished }: StartUp) => ({
      whenReady: () => finished,
      onSuppressed: (records, isPast) => process.announce(describeSuppressedTimers(records, isPast)),
    }),
  }),
  ...(calls.on
    ? [
        OutboxModule.registerAsync({
          imports: [StartUpModule, DemoModule],
          inject: [ExampleOrderSystem],
          useFactory: (orders: ExampleOrderSystem) => ({
            settings: calls,
            whenReady: () => orders.started,
            exempt: () => orders.origin,
            environment: () => orders.environment,
            onSuppressed: (count) => process.announce(describeSuppressedCalls(count)),
          }),
        }),
      ]
    : []),
];

@Module({})
export class AppModule {
  static over(installation: Installation, beside: DynamicModule['imports'] = []): DynamicModule {
    const { data } = installation.configuration;
    return {
      module: AppModule,
      imports: [
        ProcessModule.at(installation.configuration),
        InstallationModule.of(installation),
        CommandHandlingModule,
        QueryHandlingModule,
        IdentityModule.with({ data }),
        WebModule,
        ...beside,
      ],
    };
  }
}

@Module({})
class HealthModule {
  static of(installation: Installation, whenServing: WhenServing): DynamicModule {
    return {
      module: HealthModule,
      imports: [TerminusModule.forRoot({ logger: false }), InstallationModule.of(installation)],
      controllers: [HealthController],
      providers: [
        { provide: APP_GUARD, useClass: AuthorizationGuard },
        { provide: WHEN_SERVING, useValue: whenServing },
        FileWatch,
      ],
    };
  }
}

function logHealthIssues({ configuration, healthIssues }: Installation): void {
  const log = createLog(configuration.log);
  healthIssues.onRaised(({ key, adminMessage, severity }) =>
    log[severity === 'error' ? 'error' : 'warn']({ about: key }, adminMessage),
  );
}

const QUIET = { bodyParser: false, logger: false, abortOnError: false } as const;

const never = () => new Promise<never>(() => {});

/** Of a process that only builds read models: its health, and no pages. */
export async function createHealthApp(
  installation: Installation,
  whenServing: WhenServing = never,
): Promise<NestExpressApplication> {
  logHealthIssues(installation);
  return NestFactory.create<NestExpressApplication>(HealthModule.of(installation, whenServing), QUIET);
}

/** The web application over an open installation, without what a serving process does in the background. */
export async function createApp(
  installation: Installation,
  offersExamplePeople: OffersExamplePeople = async () => installation.configuration.demo,
  examples: Examples = NO_EXAMPLES,
): Promise<NestExpressApplication> {
  return createWebApp(installation, [ExamplesModule.of(offersExamplePeople, examples)]);
}

/** The web application, and what a serving process does in the background. */
export async function createServingApp(
  installation: Installation,
  process: ServingProcess,
): Promise<NestExpressApplication> {
  const background = backgroundModules(installation, process) ?? [];
  return createWebApp(installation, [ExamplesModule.ofDemo(), ...background]);
}

async function createWebApp(
  installation: Installation,
  beside: NonNullable<DynamicModule['imports']>,
): Promise<NestExpressApplication> {
  logHealthIssues(installation);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.over(installation, beside),
    httpAdapter(),
    QUIET,
  );
  const { secure, log, logClients, proxies, rates } = installation.configuration;
  configureApp(app, { secure, log, logClients, proxies, rates });
  return app;
}
