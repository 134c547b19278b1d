// Decides as an import would, and writes nothing.
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FoldableEvent } from '#domain/event.js';
import { CheckImport, ImportRecord, type CheckedImport } from '#domain/record/record-commands.js';
import { decideRecord } from '#domain/record/decide-record.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { RecordClaims } from '../claims/record-reservations.js';
import { WritingPorts } from '../pipeline/command-dependencies.js';
import { lookUp } from '../records/decision-lookups.js';
import { decisionTarget, foldRecord, recordOfCommand } from '../pipeline/record-decision-target.js';

@CommandHandler(CheckImport)
export class CheckImportHandler implements ICommandHandler<CheckImport> {
  constructor(private readonly ports: WritingPorts) {}

  async execute({ data, newcomers, unread }: CheckImport): Promise<CheckedImport> {
    const command = new ImportRecord(data);
    const ref = await recordOfCommand(this.ports, command);
    const { events: stored } = await this.ports.store.read(ref.name);
    const before = (await this.ports.personalData.open(
      stored,
    )) as unknown as readonly FoldableEvent<RecordEvent>[];
    const { record, imported } = foldRecord(data.id, before);
    const under = await decisionTarget(this.ports, command, ref, record);
    const { decisionContext } = under;
    const { people, ...found } = await lookUp(this.ports, command, under, record);
    if (stored.length === 0) this.ports.ids.giveBack(data.id, ref.name);
    const known = { ...found, people: new Set([...people, ...newcomers]) };
    const events = decideRecord(record, command, {
      ...decisionContext,
      known,
      importedEvents: imported,
      unreadable: unread,
      number: null,
    });
    const moment = { context: data.context, recordedAt: this.ports.clock() };
    const claims = await new RecordClaims(this.ports, under, moment).wouldClaim(record, events);
    return { opened: record.status === 'not opened', events: events.length, claims };
  }
}
