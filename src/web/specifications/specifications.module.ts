import { Module } from '@nestjs/common';
import { CommandHandlingModule } from '#command-handling/command-handling.module.js';
import { PublishController } from './publish.controller.js';
import { SpecificationController } from './specification.controller.js';
import { ConstantsController } from './constants.controller.js';

@Module({
  imports: [CommandHandlingModule],
  controllers: [PublishController, SpecificationController, ConstantsController],
})
export class SpecificationsModule {}
