// Each change that removes an admin waits for earlier ones that may remove its actor, so that one admin remains.
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import {
  beginAdminChange,
  endAdminChange,
  foldAdminChanges,
  computeAdminChangeWait,
} from '#domain/claim/admin-change-lock.js';
import type { UniqueValueEvent } from '#domain/claim/unique-value.js';
import type { RecordedEvent } from '#domain/event.js';
import { SYSTEM } from '#domain/permissions.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { streams } from '#domain/stream-names.js';
import type { UserCommand } from '#domain/user/user-commands.js';
import { getCommandDeadline, COMMAND_TIMEOUT_MS } from '../pipeline/command-deadline.js';
import {
  toStreamTail,
  toNewEvents,
  appendUnlessOvertaken,
  retryUntilAppended,
} from '../pipeline/decide-and-append.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';

/** The command line works without an admin, to appoint one. */
export const isActedByPerson = ({ data: { context } }: UserCommand): boolean =>
  context.actor !== SYSTEM.id && !context.commandLine;

const POLL_PAUSE_MS = 50;

const CLOCK_SKEW_MS = 1_000;

/** Commands write nothing after their deadline. */
const ABANDONED_AFTER_MS = COMMAND_TIMEOUT_MS + CLOCK_SKEW_MS;

/** Throws `Refused` ADMIN_CHANGING if the actor's role is unclear at the deadline. */
export async function serializeAdminRemoval<T>(
  ports: CommandDependencies,
  { data: { id: person, context } }: UserCommand,
  change: () => Promise<T>,
): Promise<T> {
  const stream = streams.admins();
  const [id, until] = [uuid(), getCommandDeadline()];
  const append = async (event: UniqueValueEvent, mayBegin: (wait: number) => boolean = () => true) =>
    retryUntilAppended(async () => {
      const { events, version } = await ports.store.read(stream);
      const recordedAt = ports.clock();
      const open = foldAdminChanges(events as readonly RecordedEvent<UniqueValueEvent>[]);
      if (!mayBegin(computeAdminChangeWait(open, context.actor, recordedAt, ABANDONED_AFTER_MS)))
        return false;
      const written = toNewEvents({ stream, context, recordedAt }, [event], toStreamTail(events, version));
      return (await appendUnlessOvertaken(ports.store.append(stream, written, version))) && true;
    });
  const begin = async () =>
    append(beginAdminChange(id, person), (wait) => {
      if (wait > 0 && performance.now() + 2 * POLL_PAUSE_MS > until) throw new Refused([changing(wait)]);
      return wait === 0;
    });
  return ports.queue.take(
    stream,
    async () => {
      while (!(await begin())) await sleep(POLL_PAUSE_MS);
      try {
        return await change();
      } finally {
        await append(endAdminChange(id, person));
      }
    },
    until,
  );
}

const changing = (wait: number) =>
  createBuiltInReason('ADMIN_CHANGING', { with: { seconds: Math.ceil(wait / 1_000) } });
