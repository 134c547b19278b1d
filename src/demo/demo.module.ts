// The examples: who may sign in as one of their people, how much of them is loaded, and their order system.
import { Module } from '@nestjs/common';
import { INSTALLATION } from '#installation/installation.module.js';
import type { Installation } from '#installation/installation.js';
import { EXAMPLE_ACCESS, exampleAccess } from './example-access.js';
import { LoadingShare } from './loading-share.js';
import { ExampleOrderSystem } from './order-system/example-order-system.js';

@Module({
  providers: [
    LoadingShare,
    ExampleOrderSystem,
    {
      provide: EXAMPLE_ACCESS,
      inject: [INSTALLATION],
      useFactory: ({ store, configuration }: Installation) => exampleAccess(store, configuration),
    },
  ],
  exports: [LoadingShare, ExampleOrderSystem, EXAMPLE_ACCESS],
})
export class DemoModule {}
