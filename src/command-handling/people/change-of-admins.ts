// What takes an admin away is done one command at a time, in all processes: two admins who lock each other must not both succeed.
import { setTimeout as sleep } from 'node:timers/promises';
import { NotFree } from '#domain/claim/unique-value.js';
import { SYSTEM } from '#domain/permissions.js';
import { builtInReason } from '#domain/reason.js';
import { Refused } from '#domain/refusal.js';
import { streams } from '#domain/streams.js';
import type { UserCommand } from '#domain/user/user-commands.js';
import { INSTALLATION } from '#domain/user/user-events.js';
import { claimUniqueValue, release } from '../claims/unique-claims.js';
import { deadline, LONGEST_WAIT } from '../command-deadline.js';
import type { WritingPorts } from '../writing-ports.js';

const FIELD = 'admins';

/** Whether it may leave fewer admins. The command line acts without an admin, and can give one back. */
export function takesAdminAway({ type, data }: UserCommand): boolean {
  if (data.context.actor === SYSTEM.id || data.context.commandLine) return false;
  if (type === 'RevokeRole') return data.application === INSTALLATION && data.role === 'admin';
  return type === 'LockPerson' || type === 'ErasePerson';
}

/** Milliseconds between two tries, while another process is at it. */
const PAUSE = 50;

/** Milliseconds by which the clocks of two hosts may differ. */
const CLOCK_SKEW = 1_000;

/** Milliseconds. A command writes nothing after its deadline: a claim that is older was left by a process that died. */
const ADMIN_CLAIM_GRACE = LONGEST_WAIT + CLOCK_SKEW;

/** Throws `Refused` UNAVAILABLE where other processes are at it until the command's deadline. */
export async function changeAdmins<T>(
  ports: WritingPorts,
  { data: { context } }: UserCommand,
  change: () => Promise<T>,
): Promise<T> {
  const stream = streams.admins();
  const claim = { stream, field: FIELD, record: context.commandId };
  const stamp = () => ({ context, recordedAt: ports.clock() });
  const until = deadline();
  const changeOnceClaimed = async () => {
    // A claim that its process did not live to give back has nothing to show for itself.
    const isHeldBy = async () => false;
    while (
      !(await unlessTaken(claimUniqueValue(ports, { ...claim, isHeldBy, grace: ADMIN_CLAIM_GRACE }, stamp())))
    ) {
      if (performance.now() > until) throw new Refused([builtInReason('UNAVAILABLE')]);
      await sleep(PAUSE);
    }
    try {
      return await change();
    } finally {
      await release(ports, claim, stamp());
    }
  };
  return ports.queue.take(stream, changeOnceClaimed, until);
}

/** false: another command holds it. */
async function unlessTaken(claiming: Promise<boolean>): Promise<boolean> {
  try {
    await claiming;
    return true;
  } catch (error) {
    if (error instanceof NotFree) return false;
    throw error;
  }
}
