// What every command handler depends on.
import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { WritingPorts } from './command-dependencies.js';

@Module({
  imports: [CqrsModule],
  providers: [WritingPorts],
  exports: [CqrsModule, WritingPorts],
})
export class CommandPipelineModule {}
