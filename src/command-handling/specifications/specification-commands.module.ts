import { Module } from '@nestjs/common';
import { BeginApplicationImportHandler } from './begin-application-import.handler.js';
import { ChangeConstantsHandler } from './change-constants.handler.js';
import { NoteApplicationExportedHandler } from './note-application-exported.handler.js';
import { NoteApplicationImportedHandler } from './note-application-imported.handler.js';
import { PublishSpecificationHandler } from './publish-specification.handler.js';
import { CommandPipelineModule } from '../pipeline/command-pipeline.module.js';
import { SpecificationUpgrades } from './specification-upgrades.js';

@Module({
  imports: [CommandPipelineModule],
  providers: [
    SpecificationUpgrades,
    BeginApplicationImportHandler,
    ChangeConstantsHandler,
    NoteApplicationExportedHandler,
    NoteApplicationImportedHandler,
    PublishSpecificationHandler,
  ],
  exports: [SpecificationUpgrades],
})
export class SpecificationCommandsModule {}
