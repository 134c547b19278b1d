// Answers the command: reads the record, decides, appends.
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { decideAndAppend } from '#command-handling/pipeline/decide-and-append.js';
import { foldRecord } from '#command-handling/pipeline/record-decision-target.js';
import { payloadOf } from '#command-handling/pipeline/command-digests.js';
import { WritingPorts } from '#command-handling/pipeline/command-dependencies.js';
import type { CommandResult } from '#domain/command.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import { decidePraise, Praise } from './praise.js';

@CommandHandler(Praise)
export class PraiseHandler implements ICommandHandler<Praise, CommandResult> {
  constructor(@Inject(WritingPorts) private readonly ports: WritingPorts) {}

  async execute(command: Praise): Promise<CommandResult> {
    const { id, context } = command.data;
    return decideAndAppend(this.ports, {
      stream: streams.record(RecordRef.from(command.data)!),
      context,
      payload: payloadOf(this.ports, command),
      fold: (events) => foldRecord(id, events as never).record,
      decide: (record): ReturnType<typeof decidePraise> => decidePraise(record, command),
    });
  }
}
