import { Module, type DynamicModule, type FactoryProvider, type ModuleMetadata } from '@nestjs/common';
import { BACKGROUND } from '../background/background.module.js';
import type { BackgroundDependencies } from '../background/background-worker.js';
import { Outbox, type OutboxOptions } from './outbox.js';

type OptionsFactory = Pick<FactoryProvider<OutboxOptions>, 'inject' | 'useFactory'> &
  Pick<ModuleMetadata, 'imports'>;

const OUTBOX_OPTIONS = Symbol('OUTBOX_OPTIONS');

@Module({})
export class OutboxModule {
  static registerAsync({ imports = [], ...factory }: OptionsFactory): DynamicModule {
    return {
      module: OutboxModule,
      imports,
      providers: [
        { provide: OUTBOX_OPTIONS, ...factory },
        {
          provide: Outbox,
          inject: [BACKGROUND, OUTBOX_OPTIONS],
          useFactory: (dependencies: BackgroundDependencies, options: OutboxOptions) =>
            new Outbox(dependencies, options),
        },
      ],
    };
  }
}
