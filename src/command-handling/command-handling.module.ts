// Who answers commands. Asks the application for the ports in ports.ts, from a global module.
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { EraseDueRecordHandler } from './erasure/erase-due-record.handler.js';
import { EraseRecordHandler } from './erasure/erase-record.handler.js';
import { CheckImportHandler } from './imports/check-import.handler.js';
import { ImportRecordHandler } from './imports/import-record.handler.js';
import { Calls } from './calls/call-command-executor.js';
import { callHandlers } from './calls/handlers.js';
import { Numbers } from './claims/record-numbers.js';
import { peopleHandlers } from './people/handlers.js';
import { PeopleWriter } from './people/user-command-executor.js';
import { processHandlers, ProcessWriter } from './processes/process-commands.handler.js';
import { projectionHandlers, ProjectionWriter } from './projections/projection-commands.handler.js';
import { recordHandlers } from './records/handlers.js';
import { Records } from './records/record-command-executor.js';
import { ChangeConstantsHandler } from './specifications/change-constants.handler.js';
import { PublishSpecificationHandler } from './specifications/publish-specification.handler.js';
import { ReceivedMessages } from './claims/received-messages.js';
import { Upgrades } from './specifications/upgrades.js';
import { WritingPorts } from './pipeline/command-dependencies.js';

@Module({
  imports: [CqrsModule],
  providers: [
    ...[
      WritingPorts,
      Numbers,
      Records,
      PeopleWriter,
      Calls,
      ReceivedMessages,
      Upgrades,
      ProjectionWriter,
      ProcessWriter,
    ],
    ...[
      ...recordHandlers,
      ImportRecordHandler,
      CheckImportHandler,
      EraseRecordHandler,
      EraseDueRecordHandler,
      ...peopleHandlers,
      ...callHandlers,
      ...projectionHandlers,
      ...processHandlers,
      PublishSpecificationHandler,
      ChangeConstantsHandler,
    ],
  ],
  exports: [WritingPorts, ReceivedMessages, Upgrades, CqrsModule],
})
export class CommandHandlingModule {}
