// Sends nothing itself.
import { Command } from 'commander';
import {
  addWritingSubcommand,
  addListSubcommand,
  runAndPrintResult,
  type AdministrationOptions,
} from './administration-command.js';
import { createCallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import type { SkippedCall, WaitingCall } from '#projections/read-models/calls/call-document.js';
import {
  createGiveUpCommandForCall,
  createRetryCommandForCall,
} from '../command-handling/calls/create-admin-call-commands.js';
import type { CallCommandTarget } from '../domain/call/call-commands.js';
import { getEntityName } from '../specification/with-stored-keys.js';
import { CliUsageError } from './cli-usage-error.js';
import { formatCount } from '#platform/format-count.js';
import { formatTextTable } from '../platform/format-text-table.js';
import type { RunningInstallation } from './with-installation.js';

export function callsCommand(): Command {
  const command = new Command('calls');
  addListSubcommand(command, {
    description: 'list them',
    read: listWaitingCalls,
    describe: describeWaitingCalls,
  });
  addWritingSubcommand(command, 'retry', 'have it tried again at once, by whichever process serves pages')
    .argument('<id>', 'of the call, as the list says it')
    .action(async (id: string, options: AdministrationOptions) =>
      runAndPrintResult(options, async (work) => {
        await retryCall(work, id);
        return 'It is tried again as soon as Daybook serves.\n';
      }),
    );
  addWritingSubcommand(
    command,
    'give-up',
    'give it up; one that was given up, or could not be used, leaves the list',
  )
    .argument('<id>', 'of the call, as the list says it')
    .requiredOption('--reason <text>', 'why; has to be given')
    .action(async (id: string, options: AdministrationOptions & { reason: string }) =>
      runAndPrintResult(options, async (work) => {
        await giveUpCall(work, id, options.reason);
        return 'It is given up.\n';
      }),
    );
  return command;
}

async function retryCall(work: RunningInstallation, id: string): Promise<void> {
  const call = await find(work, id);
  await work.send(createRetryCommandForCall(call, await on(work, call)));
}

async function giveUpCall(work: RunningInstallation, id: string, reason: string): Promise<void> {
  const call = await find(work, id);
  await work.send(createGiveUpCommandForCall(call, await on(work, call), reason));
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

/** By current entity names. */
export async function listWaitingCalls({
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
  return `${formatTextTable(head, rows)}${formatCount(all.length, 'call or mail', 'calls and mails')}\n`;
}

/** By person id, as `daybook events` prints. */
const skippedBy = ({ by, commandLine }: SkippedCall): string =>
  commandLine && 'account' in commandLine ? `command line (${commandLine.account})` : by;
