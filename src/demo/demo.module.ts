import { Module } from '@nestjs/common';
import { INSTALLATION_TOKEN } from '#installation/ports.module.js';
import type { Installation } from '#installation/installation.js';
import { EXAMPLE_ACCESS, createExampleAccess } from './example-access.js';
import { ExampleLoadingProgress } from './example-loading-progress.js';
import { ExampleOrderSystem } from './order-system/example-order-system.js';

@Module({
  providers: [
    ExampleLoadingProgress,
    ExampleOrderSystem,
    {
      provide: EXAMPLE_ACCESS,
      inject: [INSTALLATION_TOKEN],
      useFactory: ({ store, configuration }: Installation) => createExampleAccess(store, configuration),
    },
  ],
  exports: [ExampleLoadingProgress, ExampleOrderSystem, EXAMPLE_ACCESS],
})
export class DemoModule {}
