import { Module, type DynamicModule, type FactoryProvider, type ModuleMetadata } from '@nestjs/common';
import { BACKGROUND } from '../background/background.module.js';
import type { BackgroundDependencies } from '../background/background-worker.js';
import { Timers, type TimersOptions } from './timers.js';

type OptionsFactory = Pick<FactoryProvider<TimersOptions>, 'inject' | 'useFactory'> &
  Pick<ModuleMetadata, 'imports'>;

const TIMERS_OPTIONS = Symbol('TIMERS_OPTIONS');

@Module({})
export class TimersModule {
  static registerAsync({ imports = [], ...factory }: OptionsFactory): DynamicModule {
    return {
      module: TimersModule,
      imports,
      providers: [
        { provide: TIMERS_OPTIONS, ...factory },
        {
          provide: Timers,
          inject: [BACKGROUND, TIMERS_OPTIONS],
          useFactory: (dependencies: BackgroundDependencies, options: TimersOptions) =>
            new Timers(dependencies, options),
        },
      ],
    };
  }
}
