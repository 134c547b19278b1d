// A log new to this installation may be a copy of one in use, or an older backup.
import type { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { sendCommand } from '#command-handling/send-command.js';
import { RecordCallOutcome } from '#domain/call/call-commands.js';
import { SYSTEM } from '#domain/permissions.js';
import type { CallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import type { StuckItems } from '../background/stuck-items.js';

export interface SuppressionDependencies {
  readonly waiting: () => CallsReadModel;
  readonly bus: CommandBus;
  /** Position. */
  readonly upTo: number;
  readonly waitFor: (position: number) => Promise<unknown>;
  readonly stuck: Pick<StuckItems, 'refresh' | 'of' | 'unlessStuck'>;
}

const WHY = 'this log was met for the first time: it may be a copy, or an older one that was put back';
const PAGE = 100;

/** Returns how many were suppressed. */
export async function suppressCalls(dependencies: SuppressionDependencies): Promise<number> {
  const { waiting, bus, upTo, waitFor, stuck } = dependencies;
  await waitFor(upTo);
  let count = 0;
  for (;;) {
    await stuck.refresh();
    const leftAlone = [...stuck.of('failed'), ...stuck.of('skipped')].map(({ item: id }) => ({ id }));
    const waits = { open: true, 'progress.status': 'waiting', position: { $lte: upTo } };
    const filter = { ...waits, ...(leftAlone.length > 0 && { $nor: leftAlone }) };
    const { documents } = await waiting().find({ filter, limit: PAGE });
    if (documents.length === 0) return count;
    for (const { application, entity, record, id, call } of documents) {
      const context = { actor: SYSTEM.id, commandId: uuid(), causationId: id };
      const note = { type: 'record.call-withheld', data: { why: WHY } } as const;
      const target = { application, entity, record, id, call };
      const suppress = () =>
        sendCommand(bus, new RecordCallOutcome({ ...target, note, owners: [], context }));
      const item = { item: id, what: `call ${call} of ${entity} ${record}` };
      const written = await stuck.unlessStuck(item, suppress);
      if (!written) continue;
      await waitFor(written.position);
      count += 1;
    }
  }
}
