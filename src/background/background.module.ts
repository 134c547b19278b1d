import { Module, type DynamicModule } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CommandHandlingModule } from '#command-handling/command-handling.module.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { INSTALLATION_TOKEN } from '#installation/ports.module.js';
import type { Installation } from '#installation/installation.js';
import { ANNOUNCE_TO_OPERATOR, type AnnounceToOperator } from '#platform/announce-to-operator.js';
import { REPORT_FATAL_ERROR, type ReportFatalError } from '#platform/fatal-error.js';
import type { BackgroundDependencies } from './background-worker.js';
import { StartGate, WAIT_UNTIL_SERVING, type WaitUntilServing } from './start-gate.js';

interface BackgroundOptions {
  readonly whenServing: WaitUntilServing;
  readonly announce: AnnounceToOperator;
  readonly reportFatalError: ReportFatalError;
}

export const BACKGROUND_DEPENDENCIES = Symbol('BACKGROUND');

@Module({})
export class BackgroundModule {
  static forRoot({ whenServing, announce, reportFatalError }: BackgroundOptions): DynamicModule {
    return {
      module: BackgroundModule,
      global: true,
      imports: [CommandHandlingModule],
      providers: [
        { provide: WAIT_UNTIL_SERVING, useValue: whenServing },
        { provide: ANNOUNCE_TO_OPERATOR, useValue: announce },
        { provide: REPORT_FATAL_ERROR, useValue: reportFatalError },
        StartGate,
        {
          provide: BACKGROUND_DEPENDENCIES,
          inject: [INSTALLATION_TOKEN, CommandDependencies, CommandBus],
          useFactory: (
            { projections, readModels, log, clock, healthIssues }: Installation,
            ports: CommandDependencies,
            bus: CommandBus,
          ): BackgroundDependencies => ({ ports, bus, projections, readModels, log, clock, healthIssues }),
        },
      ],
      exports: [
        BACKGROUND_DEPENDENCIES,
        StartGate,
        WAIT_UNTIL_SERVING,
        ANNOUNCE_TO_OPERATOR,
        REPORT_FATAL_ERROR,
      ],
    };
  }
}
