// Answers EraseRecord: destroys the key of whoever a record is about, where that is no user. People's keys are not in its reach.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { operator } from '../acting-person.js';
import { decideAndAppend } from '../decide-and-append.js';
import { payloadOf } from '../payload.js';
import { WritingPorts } from '../writing-ports.js';
import { isBlank } from '#domain/blank.js';
import type { Written } from '#domain/command.js';
import { mustBeAdmin } from '#domain/installation.js';
import { builtInReason } from '#domain/reason.js';
import { EraseRecord } from '#domain/record/record-commands.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { Refused } from '#domain/refusal.js';
import { RecordRef, streams } from '#domain/streams.js';
import { foldRecord, type Folded } from '../decision-target.js';

@CommandHandler(EraseRecord)
export class EraseRecordHandler implements ICommandHandler<EraseRecord, Written> {
  constructor(private readonly ports: WritingPorts) {}

  /** Throws `Refused`, `EventStoreUnavailable`. */
  async execute(command: EraseRecord): Promise<Written> {
    const { data } = command;
    mustBeAdmin(await operator(this.ports, data.context.actor), 'erase people');
    const record = RecordRef.from(data);
    if (!record) throw new Refused([builtInReason('NOT_FOUND')]);
    if (isBlank(data.reason)) throw new Refused([builtInReason('REASON_REQUIRED', { fields: ['reason'] })]);
    return decideAndAppend<Folded, RecordEvent>(this.ports, {
      stream: streams.record(record),
      context: data.context,
      payload: payloadOf(this.ports, command),
      fold: (events) => foldRecord(record.id, events),
      decide: async ({ record: state }) => {
        if (state.status === 'not opened') throw new Refused([builtInReason('NOT_FOUND')]);
        // The key first, then the certificate: said again after a crash in between, it finishes what is missing.
        const keyFingerprint = await this.destroy(record);
        if (state.erased) return [];
        return [{ type: 'record.erased', data: { keyFingerprint }, said: { reason: data.reason } }];
      },
    });
  }

  /** An older Daybook kept a record's key under its bare id: that is destroyed as well, unless a person has this id. */
  private async destroy(record: RecordRef): Promise<string | null> {
    const { personalData, store } = this.ports;
    const { keyFingerprint } = await personalData.erase(record);
    if ((await store.read(streams.user(record.id))).version > 0) return keyFingerprint;
    const former = await personalData.erase(record.id);
    return keyFingerprint ?? former.keyFingerprint;
  }
}
