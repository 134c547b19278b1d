// Calls and mails that something is still to be done about, for `daybook calls`.
import { createCallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import type { SkippedCall, WaitingCall } from '#projections/read-models/calls/call-document.js';
import { createGiveUpCommand, createRetryCommand } from '../command-handling/calls/admin-call-commands.js';
import type { CallCommandTarget } from '../domain/call/call-commands.js';
import { getEntityName } from '../specification/with-stored-keys.js';
import { CliUsageError } from './cli-usage-error.js';
import { withCount } from '#platform/with-count.js';
import { tableText } from './text-table.js';
import type { RunningInstallation } from './with-commands.js';

export async function retryCall(work: RunningInstallation, id: string): Promise<void> {
  const call = await find(work, id);
  await work.send(createRetryCommand(call, await on(work, call)));
}

export async function giveUpCall(work: RunningInstallation, id: string, reason: string): Promise<void> {
  const call = await find(work, id);
  await work.send(createGiveUpCommand(call, await on(work, call), reason));
}

async function find({ installation }: RunningInstallation, id: string): Promise<WaitingCall> {
  const found = await createCallsReadModel(installation.projections).get(id);
  if (!found) throw new CliUsageError(`there is no call ${id} that something is still to be done about.`);
  return found;
}

async function on(
  { context }: RunningInstallation,
  { application, entity, record, id, call }: WaitingCall,
): Promise<CallCommandTarget> {
  return { application, entity, record, id, call, context: await context() };
}

const PAGE = 500;

/** Entities by their names of now. */
export async function everyCall({
  installation,
}: Pick<RunningInstallation, 'installation'>): Promise<readonly WaitingCall[]> {
  const all: WaitingCall[] = [];
  for (let cursor: string | undefined; ;) {
    const sort = { path: 'due' };
    const page = await createCallsReadModel(installation.projections).find({
      sort,
      limit: PAGE,
      ...(cursor && { cursor }),
    });
    for (const each of page.documents) {
      const published = await installation.specifications.current(each.application);
      const entity = published ? getEntityName(published.specification, each.entity) : each.entity;
      all.push({ ...each, entity });
    }
    if (page.next === undefined) return all;
    cursor = page.next;
  }
}

export function describeWaitingCalls(all: readonly WaitingCall[]): string {
  if (all.length === 0) return 'No call or mail is waiting, and none was given up.\n';
  const rows = all.map(({ id, application, call, progress, due, open, why, skipped, undecided }) => [
    id,
    `${application}.${call}`,
    undecided ? 'failed, undecided' : skipped ? 'skipped' : progress.status,
    String(progress.attempts),
    open && !undecided ? due : '-',
    skipped ? `${skippedBy(skipped)}: ${skipped.reason}` : (undecided?.error ?? why ?? ''),
  ]);
  const head = ['id', 'call', 'state', 'attempts', 'next', 'why'];
  return `${tableText(head, rows)}${withCount(all.length, 'call or mail', 'calls and mails')}\n`;
}

/** People by their ids, as in `daybook events`. */
const skippedBy = ({ by, commandLine }: SkippedCall): string =>
  commandLine && 'account' in commandLine ? `command line (${commandLine.account})` : by;
