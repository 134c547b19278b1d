// What all background services share: what they work with, and when they may start.
import { Module, type DynamicModule } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CommandHandlingModule } from '#command-handling/command-handling.module.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { INSTALLATION } from '#installation/installation.module.js';
import type { Installation } from '#installation/installation.js';
import { ANNOUNCE, type Announce } from '#platform/announce.js';
import type { BackgroundDependencies } from './background-worker.js';
import { StartGate, WHEN_SERVING, type WhenServing } from './start-gate.js';

interface BackgroundOptions {
  readonly whenServing: WhenServing;
  readonly announce: Announce;
}

/** Injection token of `BackgroundDependencies`. */
export const BACKGROUND = Symbol('BACKGROUND');

@Module({})
export class BackgroundModule {
  static at({ whenServing, announce }: BackgroundOptions): DynamicModule {
    return {
      module: BackgroundModule,
      global: true,
      imports: [CommandHandlingModule],
      providers: [
        { provide: WHEN_SERVING, useValue: whenServing },
        { provide: ANNOUNCE, useValue: announce },
        StartGate,
        {
          provide: BACKGROUND,
          inject: [INSTALLATION, CommandDependencies, CommandBus],
          useFactory: (
            { projections, readModels, log, clock, healthIssues }: Installation,
            ports: CommandDependencies,
            bus: CommandBus,
          ): BackgroundDependencies => ({ ports, bus, projections, readModels, log, clock, healthIssues }),
        },
      ],
      exports: [BACKGROUND, StartGate, WHEN_SERVING, ANNOUNCE],
    };
  }
}
