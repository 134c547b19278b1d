// Commands on the specification of an application.
import { Module } from '@nestjs/common';
import { ChangeConstantsHandler } from './change-constants.handler.js';
import { PublishSpecificationHandler } from './publish-specification.handler.js';
import { CommandPipelineModule } from '../pipeline/command-pipeline.module.js';
import { Upgrades } from './upgrades.js';

@Module({
  imports: [CommandPipelineModule],
  providers: [Upgrades, ChangeConstantsHandler, PublishSpecificationHandler],
  exports: [Upgrades],
})
export class SpecificationCommandsModule {}
