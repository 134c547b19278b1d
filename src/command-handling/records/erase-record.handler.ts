// Answers EraseRecord: destroys the key of whoever a record is about, where that is no user, because somebody asked for it.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { payloadOf } from '../digests.js';
import { WritingPorts } from '../writing-ports.js';
import { isBlank } from '#specification/value.js';
import type { CommandResult } from '#domain/command.js';
import { builtInReason } from '#domain/reason.js';
import { EraseRecord } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import { RecordRef } from '#domain/streams.js';
import { eraseRecord } from './destroy-record-key.js';
import { mustBeAdmin } from '#domain/operator.js';
import { operator } from '../acting-person.js';

@CommandHandler(EraseRecord)
export class EraseRecordHandler implements ICommandHandler<EraseRecord, CommandResult> {
  constructor(private readonly ports: WritingPorts) {}

  /** Throws `Refused`, `EventStoreUnavailable`. */
  async execute(command: EraseRecord): Promise<CommandResult> {
    const { context, reason, ...parts } = command.data;
    mustBeAdmin(await operator(this.ports, context), 'erase people');
    const record = RecordRef.from(parts);
    if (!record) throw new Refused([builtInReason('NOT_FOUND')]);
    if (isBlank(reason)) throw new Refused([builtInReason('REASON_REQUIRED', { fields: ['reason'] })]);
    return eraseRecord(this.ports, { record, context, payload: payloadOf(this.ports, command), reason });
  }
}
