import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { createPayloadHasher } from '../pipeline/command-digests.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import { isBlank } from '#specification/model/stored-value.js';
import type { CommandResult } from '#domain/command.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { EraseRecord } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { decideAndAppend } from '../pipeline/decide-and-append.js';
import { foldRecord, type FoldedRecord } from '../pipeline/record-decision-target.js';
import { finishErasure } from './finish-erasure.js';
import { assertAdmin } from '#domain/authorize-operator.js';
import { findOperator } from '../pipeline/acting-person.js';

@CommandHandler(EraseRecord)
export class EraseRecordHandler implements ICommandHandler<EraseRecord> {
  constructor(private readonly ports: CommandDependencies) {}

  async execute(command: EraseRecord): Promise<CommandResult> {
    const { context, reason, ...parts } = command.data;
    assertAdmin(await findOperator(this.ports, context), 'to.erase-people');
    const record = RecordRef.from(parts);
    if (!record) throw new Refused([createBuiltInReason('NOT_FOUND')]);
    if (isBlank(reason)) throw new Refused([createBuiltInReason('REASON_REQUIRED', { fields: ['reason'] })]);
    const begun = await decideAndAppend<FoldedRecord, RecordEvent>(this.ports, {
      stream: streams.record(record),
      context,
      hashPayload: createPayloadHasher(this.ports, command),
      readsWithoutKeys: true,
      fold: (events) => foldRecord(record.id, events),
      decide: ({ record: state }) => {
        if (state.status === 'not opened') throw new Refused([createBuiltInReason('NOT_FOUND')]);
        if (state.erased || state.erasing) return [];
        return [{ type: 'record.erasure-begun', data: {}, metadata: { reason } }];
      },
    });
    const certified = await finishErasure(this.ports, record);
    return { ...certified, already: begun.already && certified.already };
  }
}
