// The timers of one record that are due: a command for each, whose id follows from what was due.
import type { CommandBus } from '@nestjs/cqrs';
import { uuidOfText } from '#command-handling/pipeline/command-digests.js';
import { sendCommand } from '#command-handling/send-command.js';
import { SYSTEM } from '#domain/permissions.js';
import { compareByDue } from '#domain/record/timers/schedule-timers.js';
import { FireTimer } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import type { WaitingTimers } from '#projections/read-models/timers/timer-document.js';
import type { TimersReadModel } from '#projections/read-models/timers/timers-projection.js';
import type { StuckItems } from '../background/stuck-items.js';
import type { FiringResult } from './timer-firing.js';

interface FiringManner {
  /** They do nothing. */
  readonly withheld?: boolean;
  /** What was due until then is left out, for good. */
  readonly skippedUpTo?: string | null;
}

/** The longest due first. */
export async function fireRecord(
  bus: CommandBus,
  { application, entity, record: id, id: stream, timers }: WaitingTimers,
  now: string,
  { withheld = false, skippedUpTo = null }: FiringManner = {},
): Promise<FiringResult> {
  const due = Object.entries(timers)
    .flatMap(([timer, set]) => (set.due !== null && set.due <= now ? [{ timer, ...set, due: set.due }] : []))
    .filter(({ due: at }) => skippedUpTo === null || at > skippedUpTo)
    .sort(compareByDue);
  let [position, isNew] = [0, false];
  for (const { timer, due: at, since } of due) {
    const commandId = uuidOfText(`${stream}\n${timer}\n${since}\n${at}`);
    const context = { actor: SYSTEM.id, commandId };
    const command = { application, entity, id, context, timer, due: at, ...(withheld && { withheld }) };
    const one = await fireOne(bus, new FireTimer(command));
    position = Math.max(position, one.position);
    isNew ||= one.isNew;
  }
  return { position, isNew };
}

async function fireOne(bus: CommandBus, command: FireTimer): Promise<FiringResult> {
  try {
    const { position, already } = await sendCommand(bus, command);
    return { position, isNew: !already };
  } catch (error) {
    // Another process was faster, or its entity is gone: nothing can fire.
    if (error instanceof Refused && !error.reasons.some(({ kind }) => kind === 'unavailable'))
      return { position: 0, isNew: false };
    throw error;
  }
}

const AT_ONCE = 100;

/** All that is due by now, without doing anything. Returns of how many records. */
export async function withholdDue(
  waiting: () => TimersReadModel,
  bus: CommandBus,
  now: string,
  seen: (position: number) => Promise<void>,
  stuck: Pick<StuckItems, 'of' | 'unlessStuck' | 'refresh'>,
): Promise<number> {
  await stuck.refresh();
  const impossible: string[] = [...stuck.of('failed'), ...stuck.of('skipped')].map(({ item }) => item);
  for (let count = 0; ;) {
    const due = await waiting().findDue(now, AT_ONCE, impossible);
    if (due.length === 0) return count;
    let last = 0;
    for (const record of due) {
      const { id: item } = record;
      const fire = () => fireRecord(bus, record, now, { withheld: true });
      const fired = await stuck.unlessStuck({ item, what: `timers of ${item}`, upTo: now }, fire);
      const { position, isNew } = fired ?? { position: 0, isNew: false };
      last = Math.max(last, position);
      if (isNew) count += 1;
      else impossible.push(record.id);
    }
    await seen(last);
  }
}
