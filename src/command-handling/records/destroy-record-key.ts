// Destroys the key of whoever a record is about, and certifies it. People's keys are not in its reach.
import { decideAndAppend } from '../decide-and-append.js';
import { foldRecord, type FoldedRecord } from '../decision-target.js';
import type { WritingPorts } from '../writing-ports.js';
import type { CommandContext, CommandResult } from '#domain/command.js';
import { builtInReason } from '#domain/reason.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { Refused } from '#domain/refusal.js';
import { shelfOf } from '#event-store/files/kept-file.js';
import { streams, type RecordRef } from '#domain/streams.js';

interface KeyDestruction {
  readonly record: RecordRef;
  readonly context: CommandContext;
  readonly payload: () => string;
  readonly reason: string | undefined;
}

/** Said again after a crash, it finishes what is missing. Throws `Refused` NOT_FOUND. */
export function eraseRecord(
  ports: WritingPorts,
  { record, context, payload, reason }: KeyDestruction,
): Promise<CommandResult> {
  return decideAndAppend<FoldedRecord, RecordEvent>(ports, {
    stream: streams.record(record),
    context,
    payload,
    fold: (events) => foldRecord(record.id, events),
    decide: async ({ record: state }) => {
      if (state.status === 'not opened') throw new Refused([builtInReason('NOT_FOUND')]);
      // The key first, then the certificate: what it says is so.
      const keyFingerprint = await destroy(ports, record);
      if (state.erased) return [];
      return [
        {
          type: 'record.erased',
          data: { keyFingerprint },
          ...(reason !== undefined && { said: { reason } }),
        },
      ];
    },
  });
}

/** An older Daybook kept a record's key under its bare id: that is destroyed as well, unless a person has this id. */
async function destroy(
  { personalData, store, files }: WritingPorts,
  record: RecordRef,
): Promise<string | null> {
  const { keyFingerprint } = await personalData.erase(record);
  // Nobody can open them any more: what is left is only room they take.
  await files.removeShelf(shelfOf(record.name));
  if ((await store.read(streams.user(record.id))).version > 0) return keyFingerprint;
  const former = await personalData.erase(record.id);
  return keyFingerprint ?? former.keyFingerprint;
}
