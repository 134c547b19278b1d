import { Module } from '@nestjs/common';
import { CommandHandlingModule } from '#command-handling/command-handling.module.js';
import { ApplicationExporter } from '../../application-archive/application-exporter.js';
import { ApplicationImportsModule } from '../../application-imports/application-imports.module.js';
import { ApplicationExportController } from './application-export.controller.js';
import { ApplicationImportsController } from './application-imports.controller.js';

@Module({
  imports: [CommandHandlingModule, ApplicationImportsModule],
  providers: [ApplicationExporter],
  controllers: [ApplicationImportsController, ApplicationExportController],
})
export class ArchivesModule {}
