import { Module } from '@nestjs/common';
import { CallCommandsModule } from './calls/call-commands.module.js';
import { UniquenessClaimsModule } from './claims/claims.module.js';
import { ErasureCommandsModule } from './erasure/erasure-commands.module.js';
import { UploadsModule } from './files/uploads.module.js';
import { ImportCommandsModule } from './imports/import-commands.module.js';
import { PeopleCommandsModule } from './people/people-commands.module.js';
import { CommandPipelineModule } from './pipeline/command-pipeline.module.js';
import { StuckItemCommandsModule } from './processes/stuck-item-commands.module.js';
import { ProjectionCommandsModule } from './projections/projection-commands.module.js';
import { RecordCommandsModule } from './records/record-commands.module.js';
import { TimelineExportCommandsModule } from './timeline-export/timeline-export-commands.module.js';
import { SignInRulesCommandsModule } from './sign-in-rules/sign-in-rules-commands.module.js';
import { SpecificationCommandsModule } from './specifications/specification-commands.module.js';

@Module({
  imports: [
    CallCommandsModule,
    UniquenessClaimsModule,
    CommandPipelineModule,
    ErasureCommandsModule,
    ImportCommandsModule,
    PeopleCommandsModule,
    StuckItemCommandsModule,
    ProjectionCommandsModule,
    RecordCommandsModule,
    SpecificationCommandsModule,
    SignInRulesCommandsModule,
    TimelineExportCommandsModule,
    UploadsModule,
  ],
  exports: [UniquenessClaimsModule, CommandPipelineModule, SpecificationCommandsModule, UploadsModule],
})
export class CommandHandlingModule {}
