import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FoldableEvent } from '#domain/event.js';
import { CheckImport, ImportRecord, type CheckedImport } from '#domain/record/record-commands.js';
import { decideRecord } from '#domain/record/decide-record.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { UniqueValueClaims } from '../claims/record-reservations.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import { lookUpReferences } from '../records/look-up-references.js';
import { findDecisionTarget, foldRecord, requireRecordRef } from '../pipeline/record-decision-target.js';

@CommandHandler(CheckImport)
export class CheckImportHandler implements ICommandHandler<CheckImport> {
  constructor(private readonly ports: CommandDependencies) {}

  async execute({ data, newcomers, unread }: CheckImport): Promise<CheckedImport> {
    const command = new ImportRecord(data);
    const ref = await requireRecordRef(this.ports, command);
    const { events: stored } = await this.ports.store.read(ref.name);
    const before = (await this.ports.personalData.open(
      stored,
    )) as unknown as readonly FoldableEvent<RecordEvent>[];
    const { record, imported } = foldRecord(data.id, before);
    const under = await findDecisionTarget(this.ports, command, ref, record);
    const { decisionContext } = under;
    const { people, ...found } = await lookUpReferences(this.ports, command, under, record);
    if (stored.length === 0) this.ports.ids.release(data.id, ref.name);
    const known = { ...found, people: new Set([...people, ...newcomers]) };
    const events = decideRecord(record, command, {
      ...decisionContext,
      known,
      importedEvents: imported,
      unreadable: unread,
      number: null,
    });
    const moment = { context: data.context, recordedAt: this.ports.clock() };
    const claims = await new UniqueValueClaims(this.ports, under, moment).findClaims(record, events);
    return { opened: record.status === 'not opened', events: events.length, claims };
  }
}
