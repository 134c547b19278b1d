import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { decideAndAppend } from '#command-handling/pipeline/decide-and-append.js';
import { foldRecord } from '#command-handling/pipeline/record-decision-target.js';
import { createPayloadHasher } from '#command-handling/pipeline/command-digests.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import type { CommandResult } from '#domain/command.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import { decidePraise, Praise } from './praise.js';

@CommandHandler(Praise)
export class PraiseHandler implements ICommandHandler<Praise, CommandResult> {
  constructor(@Inject(CommandDependencies) private readonly ports: CommandDependencies) {}

  async execute(command: Praise): Promise<CommandResult> {
    const { id, context } = command.data;
    return decideAndAppend(this.ports, {
      stream: streams.record(RecordRef.from(command.data)!),
      context,
      hashPayload: createPayloadHasher(this.ports, command),
      fold: (events) => foldRecord(id, events as never).record,
      decide: (record): ReturnType<typeof decidePraise> => decidePraise(record, command),
    });
  }
}
