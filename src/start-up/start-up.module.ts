// What the application does when it starts, and for as long as it serves.
import { Module } from '@nestjs/common';
import { CommandHandlingModule } from '../command-handling/command-handling.module.js';
import { DemoModule } from '../demo/demo.module.js';
import { ExampleLoader } from './example-loader.js';
import { FileWatch } from './file-watch.js';
import { FirstAdminLink } from './first-admin-link.js';
import { LostNumberExplainer } from './lost-number-explainer.js';
import { StartUp } from './start-up.js';

@Module({
  imports: [CommandHandlingModule, DemoModule],
  providers: [StartUp, FirstAdminLink, ExampleLoader, LostNumberExplainer, FileWatch],
  exports: [StartUp],
})
export class StartUpModule {}
