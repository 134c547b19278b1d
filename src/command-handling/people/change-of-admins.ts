// What takes an admin away is begun and ended in one stream of all processes: a change waits for those begun before that may take away its
// own actor, and for no others. So the actor of whichever was begun last remains.
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import {
  beginAdminChange,
  endAdminChange,
  foldAdminChanges,
  computeAdminChangeWait,
} from '#domain/claim/admin-changes.js';
import type { UniqueValueEvent } from '#domain/claim/unique-value.js';
import type { RecordedEvent } from '#domain/event.js';
import { SYSTEM } from '#domain/permissions.js';
import { createBuiltInReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';
import { streams } from '#domain/stream-names.js';
import type { UserCommand } from '#domain/user/user-commands.js';
import { currentDeadline, COMMAND_TIMEOUT_MS } from '../pipeline/command-deadline.js';
import {
  readStreamTail,
  toNewEvents,
  appendUnlessOvertaken,
  retryUntilAppended,
} from '../pipeline/decide-and-append.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';

/** The command line acts without an admin, so that it can appoint one again. */
export const isActingAdmin = ({ data: { context } }: UserCommand): boolean =>
  context.actor !== SYSTEM.id && !context.commandLine;

/** Milliseconds between two looks, while another process is at it. */
const PAUSE = 50;

/** Milliseconds by which the clocks of two hosts may differ. */
const CLOCK_SKEW = 1_000;

/** Milliseconds. A command writes nothing after its deadline: a change that was begun earlier was left by a process that died. */
const GRACE = COMMAND_TIMEOUT_MS + CLOCK_SKEW;

/** Throws `Refused` ADMIN_CHANGING where it is not certain by the command's deadline whether its actor is taken away. */
export async function changeAdmins<T>(
  ports: CommandDependencies,
  { data: { id: person, context } }: UserCommand,
  change: () => Promise<T>,
): Promise<T> {
  const stream = streams.admins();
  const [id, until] = [uuid(), currentDeadline()];
  const append = async (event: UniqueValueEvent, mayBegin: (wait: number) => boolean = () => true) =>
    retryUntilAppended(async () => {
      const { events, version } = await ports.store.read(stream);
      const recordedAt = ports.clock();
      const open = foldAdminChanges(events as readonly RecordedEvent<UniqueValueEvent>[]);
      if (!mayBegin(computeAdminChangeWait(open, context.actor, recordedAt, GRACE))) return false;
      const written = toNewEvents({ stream, context, recordedAt }, [event], readStreamTail(events, version));
      return (await appendUnlessOvertaken(ports.store.append(stream, written, version))) && true;
    });
  const begin = async () =>
    append(beginAdminChange(id, person), (wait) => {
      // The next look would come too late for the event store.
      if (wait > 0 && performance.now() + 2 * PAUSE > until) throw new Refused([changing(wait)]);
      return wait === 0;
    });
  return ports.queue.take(
    stream,
    async () => {
      while (!(await begin())) await sleep(PAUSE);
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
