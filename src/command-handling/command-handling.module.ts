// Who answers commands. Asks the application for the ports in ports.ts, from a global module.
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Calls } from './calls/calls.js';
import { callHandlers } from './calls/handlers.js';
import { Numbers } from './claims/numbers.js';
import { peopleHandlers } from './people/handlers.js';
import { PeopleWriter } from './people/people.js';
import { processHandlers, ProcessWriter } from './processes/process-commands.handler.js';
import { projectionHandlers, ProjectionWriter } from './projections/projection-commands.handler.js';
import { recordHandlers } from './records/handlers.js';
import { Records } from './records/records.js';
import { ChangeConstantsHandler } from './specifications/change-constants.handler.js';
import { PublishSpecificationHandler } from './specifications/publish-specification.handler.js';
import { ReceivedMessages } from './claims/received-messages.js';
import { Upgrades } from './specifications/upgrades.js';
import { WritingPorts } from './writing-ports.js';

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
