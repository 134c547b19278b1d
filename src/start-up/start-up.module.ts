import { Module } from '@nestjs/common';
import { CommandHandlingModule } from '../command-handling/command-handling.module.js';
import { DemoModule } from '../demo/demo.module.js';
import { ExampleLoader } from './example-loader.js';
import { FileCheckStarter } from './file-check-starter.js';
import { FirstAdminLink } from './first-admin-link.js';
import { LostNumberVoider } from './lost-number-voider.js';
import { StartUp } from './start-up.js';

@Module({
  imports: [CommandHandlingModule, DemoModule],
  providers: [StartUp, FirstAdminLink, ExampleLoader, LostNumberVoider, FileCheckStarter],
  exports: [StartUp],
})
export class StartUpModule {}
