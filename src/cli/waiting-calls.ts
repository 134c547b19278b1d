// Calls and mails that something is still to be done about, for `daybook calls`.
import { callsIn } from '#projections/read-models/calls/calls-projection.js';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import { GiveUpCall, RetryCall, type CallCommandTarget } from '../domain/call/call-commands.js';
import { nameOfEntity } from '../specification/under-stored-keys.js';
import { CannotDo } from './cannot-do.js';
import { withCount } from './problems.js';
import { tableText } from './table.js';
import type { RunningInstallation } from './with-commands.js';

export async function retryCall(work: RunningInstallation, id: string): Promise<void> {
  await work.send(new RetryCall(await on(work, id)));
}

export async function giveUpCall(work: RunningInstallation, id: string, reason: string): Promise<void> {
  await work.send(new GiveUpCall({ ...(await on(work, id)), reason }));
}

async function on({ installation, context }: RunningInstallation, id: string): Promise<CallCommandTarget> {
  const found = await callsIn(installation.projections).get(id);
  if (!found) throw new CannotDo(`there is no call ${id} that something is still to be done about.`);
  const { application, entity, record, call } = found;
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
    const page = await callsIn(installation.projections).find({
      sort,
      limit: PAGE,
      ...(cursor && { cursor }),
    });
    for (const each of page.documents) {
      const published = await installation.specifications.current(each.application);
      const entity = published ? nameOfEntity(published.specification, each.entity) : each.entity;
      all.push({ ...each, entity });
    }
    if (page.next === undefined) return all;
    cursor = page.next;
  }
}

export function describeWaitingCalls(all: readonly WaitingCall[]): string {
  if (all.length === 0) return 'No call or mail is waiting, and none was given up.\n';
  const rows = all.map(({ id, application, call, progress, due, open, why }) => [
    id,
    `${application}.${call}`,
    progress.status,
    String(progress.attempts),
    open ? due : '-',
    why ?? '',
  ]);
  const head = ['id', 'call', 'state', 'attempts', 'next', 'why'];
  return `${tableText(head, rows)}${withCount(all.length, 'call or mail', 'calls and mails')}\n`;
}
