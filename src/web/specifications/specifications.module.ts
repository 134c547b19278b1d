import { Module } from '@nestjs/common';
import { CommandHandlingModule } from '#command-handling/command-handling.module.js';
import { ApplicationExporter } from '../../application-archive/application-exporter.js';
import { ApplicationExportController } from './application-export.controller.js';
import { PublishController } from './publish.controller.js';
import { SpecificationController } from './specification.controller.js';
import { ConstantsController } from './constants.controller.js';

@Module({
  imports: [CommandHandlingModule],
  providers: [ApplicationExporter],
  controllers: [ApplicationExportController, PublishController, SpecificationController, ConstantsController],
})
export class SpecificationsModule {}
