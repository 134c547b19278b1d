// Which parts there are; installation.ts opens what is behind their ports.
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { TerminusModule } from '@nestjs/terminus';
import { ApplicationImporterModule } from './application-imports/application-importer.module.js';
import { BackgroundModule } from './background/background.module.js';
import { WAIT_UNTIL_SERVING, type WaitUntilServing } from './background/start-gate.js';
import { CommandHandlingModule } from './command-handling/command-handling.module.js';
import { DemoModule } from './demo/demo.module.js';
import { EXAMPLE_ACCESS, type ExampleAccess } from './demo/example-access.js';
import { ExampleLoadingProgress } from './demo/example-loading-progress.js';
import { ExampleOrderSystem } from './demo/order-system/example-order-system.js';
import { EXAMPLE_TOUR } from './demo/example-tour.js';
import { ErasuresModule } from './erasures/erasures.module.js';
import { IdentityModule } from './identity/identity.module.js';
import { OFFERS_EXAMPLE_PEOPLE, type OffersExamplePeople } from './identity/people.js';
import { PortsModule } from './installation/ports.module.js';
import type { Installation } from './installation/installation.js';
import { OutboxModule } from './outbox/outbox.module.js';
import type { AnnounceToOperator } from './platform/announce-to-operator.js';
import type { ReportFatalError } from './platform/fatal-error.js';
import { QueryHandlingModule } from './query-handling/query-handling.module.js';
import { describeSuppressedCalls, describeSuppressedTimers } from './start-up/describe-serving.js';
import { FileCheckStarter } from './start-up/file-check-starter.js';
import type { ServingAddress } from './start-up/serving-address.js';
import { StartUp } from './start-up/start-up.js';
import { StartUpModule } from './start-up/start-up.module.js';
import { TelemetryModule } from './telemetry/telemetry.module.js';
import { TimersModule } from './timers/timers.module.js';
import { UpgradesModule } from './upgrades/upgrades.module.js';
import { AnswerInterceptor } from '#web/rendering/answer.interceptor.js';
import { AuthorizationModule } from '#web/authorization/authorization.module.js';
import { HealthController } from '#web/status/health.controller.js';
import { createLog, LOG } from '#web/errors/server-log.js';
import {
  EXAMPLE_DATA_STATE,
  NO_EXAMPLE_DATA,
  type ExampleDataState,
} from '#web/layout/example-data-state.js';
import { toBasePath } from './configuration/public-url.js';
import { createHttpAdapter } from '#web/shell/http-adapter.js';
import { ShellModule } from '#web/shell/shell.module.js';
import { SECRETS } from './web/calls/read-secret.js';
import { WebModule } from './web/web.module.js';
import { SECURE_COOKIES } from './web/http/response-cookies.js';
import { SITE, findRequestedSite } from './web/http/site.js';

/** The process around the application. */
@Global()
@Module({})
class ProcessModule {
  static forRoot({ log, site, secure, environment }: Installation['configuration']): DynamicModule {
    const providers = [
      { provide: LOG, useValue: createLog(log) },
      { provide: SITE, useValue: site === undefined ? findRequestedSite : () => site },
      { provide: SECURE_COOKIES, useValue: secure },
      { provide: SECRETS, useValue: (name: string) => environment[name] },
    ];
    return { module: ProcessModule, providers, exports: [LOG, SITE, SECURE_COOKIES, SECRETS] };
  }
}

/** The examples, for pages and sign-in. */
@Global()
@Module({})
export class ExamplesModule {
  static forRoot(offersExamplePeople: OffersExamplePeople, examples: ExampleDataState): DynamicModule {
    return {
      module: ExamplesModule,
      providers: [
        { provide: OFFERS_EXAMPLE_PEOPLE, useValue: offersExamplePeople },
        { provide: EXAMPLE_DATA_STATE, useValue: examples },
      ],
      exports: [OFFERS_EXAMPLE_PEOPLE, EXAMPLE_DATA_STATE],
    };
  }
}

/** The examples of an installation that loads them. */
@Global()
@Module({
  imports: [DemoModule],
  providers: [
    {
      provide: OFFERS_EXAMPLE_PEOPLE,
      inject: [EXAMPLE_ACCESS],
      useFactory: ({ offersPasswordlessSignIn }: ExampleAccess) => offersPasswordlessSignIn,
    },
    {
      provide: EXAMPLE_DATA_STATE,
      inject: [ExampleLoadingProgress],
      useFactory: ({ getShare }: ExampleLoadingProgress): ExampleDataState => ({
        loading: getShare,
        tour: EXAMPLE_TOUR,
      }),
    },
  ],
  exports: [OFFERS_EXAMPLE_PEOPLE, EXAMPLE_DATA_STATE],
})
class DemoExamplesModule {}

export interface ServingProcess {
  readonly whenServing: WaitUntilServing<ServingAddress>;
  readonly announce: AnnounceToOperator;
  readonly reportFatalError: ReportFatalError;
}

const backgroundModules = (
  { configuration: { calls } }: Installation,
  process: ServingProcess,
): DynamicModule['imports'] => [
  BackgroundModule.forRoot(process),
  DemoModule,
  StartUpModule,
  ErasuresModule,
  ApplicationImporterModule,
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

const telemetryModules = ({ configuration: { telemetry } }: Installation) =>
  telemetry?.pushedMetrics || telemetry?.prometheus ? [TelemetryModule] : [];

@Module({})
export class AppModule {
  static register(installation: Installation, beside: DynamicModule['imports'] = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ProcessModule.forRoot(installation.configuration),
        PortsModule.forRoot(installation),
        CommandHandlingModule,
        QueryHandlingModule,
        IdentityModule.forRoot(installation.configuration),
        ShellModule.register(installation.configuration),
        WebModule,
        ...telemetryModules(installation),
        ...beside,
      ],
    };
  }
}

@Module({})
class HealthModule {
  static register(installation: Installation, whenServing: WaitUntilServing): DynamicModule {
    return {
      module: HealthModule,
      imports: [
        AuthorizationModule,
        TerminusModule.forRoot({ logger: false }),
        PortsModule.forRoot(installation),
        QueryHandlingModule,
        ...telemetryModules(installation),
      ],
      controllers: [HealthController],
      providers: [
        { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
        { provide: WAIT_UNTIL_SERVING, useValue: whenServing },
        FileCheckStarter,
      ],
    };
  }
}

function logHealthIssues({ configuration, healthIssues }: Installation): void {
  const log = createLog(configuration.log);
  healthIssues.onRaised(({ key, adminMessage, severity, cause }) =>
    log[severity === 'error' ? 'error' : 'warn']({ about: key, err: cause }, adminMessage),
  );
}

const QUIET = { bodyParser: false, logger: false, abortOnError: false } as const;

const never = () => new Promise<never>(() => {});

/** A process that only builds read models has no pages. */
export async function createHealthApp(
  installation: Installation,
  whenServing: WaitUntilServing = never,
): Promise<NestExpressApplication> {
  logHealthIssues(installation);
  return NestFactory.create<NestExpressApplication>(HealthModule.register(installation, whenServing), QUIET);
}

/** Without background work. */
export async function createApp(
  installation: Installation,
  offersExamplePeople: OffersExamplePeople = async () => installation.configuration.demo,
  examples: ExampleDataState = NO_EXAMPLE_DATA,
): Promise<NestExpressApplication> {
  return createWebApp(installation, [ExamplesModule.forRoot(offersExamplePeople, examples)]);
}

/** With background work. */
export async function createServingApp(
  installation: Installation,
  process: ServingProcess,
): Promise<NestExpressApplication> {
  const background = backgroundModules(installation, process) ?? [];
  return createWebApp(installation, [DemoExamplesModule, ...background]);
}

async function createWebApp(
  installation: Installation,
  beside: NonNullable<DynamicModule['imports']>,
): Promise<NestExpressApplication> {
  logHealthIssues(installation);
  return NestFactory.create<NestExpressApplication>(
    AppModule.register(installation, beside),
    createHttpAdapter({ ...installation.configuration, basePath: toBasePath(installation.configuration) }),
    QUIET,
  );
}
