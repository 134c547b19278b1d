// One command per due timer, whose id follows from what was due.
import type { CommandBus } from '@nestjs/cqrs';
import { deriveUuid } from '#command-handling/pipeline/command-digests.js';
import { sendCommand } from '#command-handling/send-command.js';
import { SYSTEM } from '#domain/permissions.js';
import { FireTimer } from '#domain/record/record-commands.js';
import { compareTimersByDue } from '#domain/record/timers/schedule-timers.js';
import { Refused } from '#domain/refusal.js';
import type { WaitingTimers } from '#projections/read-models/timers/timer-document.js';
import type { FiringResult } from './timer-firing.js';

interface FiringOptions {
  /** The timers have fired and do nothing. */
  readonly isSuppressed?: boolean;
  /** Timers due up to then are skipped for good. */
  readonly skippedUpTo?: string | null;
}

/** The longest due first. */
export async function fireRecordTimers(
  bus: CommandBus,
  { application, entity, record: id, id: stream, timers }: WaitingTimers,
  now: string,
  { isSuppressed = false, skippedUpTo = null }: FiringOptions = {},
): Promise<FiringResult> {
  const due = Object.entries(timers)
    .flatMap(([timer, set]) => (set.due !== null && set.due <= now ? [{ timer, ...set, due: set.due }] : []))
    .filter(({ due: at }) => skippedUpTo === null || at > skippedUpTo)
    .sort(compareTimersByDue);
  let [position, isNew] = [0, false];
  for (const { timer, due: at, since } of due) {
    const commandId = deriveUuid(`${stream}\n${timer}\n${since}\n${at}`);
    const context = { actor: SYSTEM.id, commandId };
    const suppressed = isSuppressed && { withheld: true };
    const command = { application, entity, id, context, timer, due: at, ...suppressed };
    const result = await fireTimer(bus, new FireTimer(command));
    position = Math.max(position, result.position);
    isNew ||= result.isNew;
  }
  return { position, isNew };
}

async function fireTimer(bus: CommandBus, command: FireTimer): Promise<FiringResult> {
  try {
    const { position, already } = await sendCommand(bus, command);
    return { position, isNew: !already };
  } catch (error) {
    // Another process fired it first, or its entity is gone.
    if (error instanceof Refused && !error.reasons.some(({ kind }) => kind === 'unavailable'))
      return { position: 0, isNew: false };
    throw error;
  }
}
