// A log that is met for the first time may be a copy of one that is still at work, or was put back from a backup: what it still asks for
// is not sent by itself.
import type { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { sendCommand } from '#command-handling/send-command.js';
import { NoteCall } from '#domain/call/call-commands.js';
import { SYSTEM } from '#domain/permissions.js';
import type { CallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import type { StuckItems } from '../background/stuck-items.js';
import type { MetLog } from '../background/log-watermark.js';

export interface CallWithholdingParts {
  readonly met: MetLog;
  readonly waiting: () => CallsReadModel;
  readonly bus: CommandBus;
  /** Up to where the log was written before anybody here looked at it. */
  readonly before: number;
  readonly seen: (position: number) => Promise<unknown>;
  readonly stuck: Pick<StuckItems, 'refresh' | 'of' | 'unlessStuck'>;
}

const WHY = 'this log was met for the first time: it may be a copy, or an older one that was put back';
const AT_ONCE = 100;

/** Returns how many were withheld. */
export async function withholdOnce(withholding: CallWithholdingParts): Promise<number> {
  const { met, waiting, bus, before, seen, stuck } = withholding;
  if (await met.isMet(before)) return 0;
  await seen(before);
  let count = 0;
  for (;;) {
    await stuck.refresh();
    const leftAlone = [...stuck.of('failed'), ...stuck.of('skipped')].map(({ item: id }) => ({ id }));
    const waits = { open: true, 'progress.status': 'waiting', position: { $lte: before } };
    const filter = { ...waits, ...(leftAlone.length > 0 && { $nor: leftAlone }) };
    const { documents } = await waiting().find({ filter, limit: AT_ONCE });
    if (documents.length === 0) break;
    for (const { application, entity, record, id, call } of documents) {
      const context = { actor: SYSTEM.id, commandId: uuid(), causationId: id };
      const note = { type: 'record.call-withheld', data: { why: WHY } } as const;
      const on = { application, entity, record, id, call };
      const withhold = () => sendCommand(bus, new NoteCall({ ...on, note, owners: [], context }));
      const written = await stuck.unlessStuck(
        { item: id, what: `call ${call} of ${entity} ${record}` },
        withhold,
      );
      if (!written) continue;
      await seen(written.position);
      count += 1;
    }
  }
  await met.meet(before);
  return count;
}
