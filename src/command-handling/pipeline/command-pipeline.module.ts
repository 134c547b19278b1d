import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CommandDependencies } from './command-dependencies.js';

@Module({
  imports: [CqrsModule],
  providers: [CommandDependencies],
  exports: [CqrsModule, CommandDependencies],
})
export class CommandPipelineModule {}
