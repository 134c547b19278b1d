import { setTimeout as sleep } from 'node:timers/promises';
import { UNKNOWN_TARGETS, type FailedDocument } from '#projections/port/failed-documents.js';
import {
  PauseProjection,
  ResumeProjection,
  RetryProjection,
  SkipEvent,
} from '../domain/projection/projection-commands.js';
import {
  isProcessName,
  PROCESS_NAMES,
  RetryItem,
  SkipItem,
  type ProcessManagerName,
} from '../domain/process-manager/process-manager-commands.js';
import {
  listStuckProcessItems,
  type ListedStuckProcessItem,
} from '../query-handling/calls/stuck-process-items.js';
import { CliUsageError } from './cli-usage-error.js';
import { formatCount } from '#platform/format-count.js';
import { formatTextTable } from '../platform/format-text-table.js';
import type { RunningInstallation } from './with-installation.js';

interface ListedProjection {
  readonly projection: string;
  readonly state: string;
  readonly failure?: string;
  readonly failed: readonly FailedDocument[];
  /** Items a process could not handle. */
  readonly stuck?: readonly ListedStuckProcessItem[];
}

export async function listProjections(work: RunningInstallation): Promise<readonly ListedProjection[]> {
  const { projections, store } = work.installation;
  const healths = await projections.health();
  const stuck = await listStuckProcessItems(store);
  const processes = PROCESS_NAMES.map((projection) => {
    const items = stuck.filter(({ process }) => process === projection);
    return { projection, state: 'active', failed: [], ...(items.length > 0 && { stuck: items }) };
  });
  const readModels = await Promise.all(
    healths.map(async ({ projection, state, failure }) => ({
      projection,
      state: failure ? 'failed' : state,
      ...(failure && { failure: failure.error.message }),
      failed: await projections.failedDocuments(projection),
    })),
  );
  return [...readModels, ...processes];
}

export function describeProjections(all: readonly ListedProjection[]): string {
  const states = all.map(({ projection, state, failed, failure, stuck }) => [
    projection,
    state,
    String(failed.length + (stuck?.length ?? 0)),
    failure ?? '',
  ]);
  const table = formatTextTable(['projection', 'state', 'behind', 'why'], states);
  return `${table}${describeFailed(all)}${describeStuck(all.flatMap(({ stuck = [] }) => stuck))}`;
}

function describeStuck(stuck: readonly ListedStuckProcessItem[]): string {
  if (stuck.length === 0) return '';
  const rows = stuck.map(({ process, item, what, error }) => [process, item, what, error]);
  return `\n${formatTextTable(['process', 'item', 'what', 'why not'], rows)}${formatCount(stuck.length, 'thing')} not done\n`;
}

function describeFailed(all: readonly ListedProjection[]): string {
  const failed = all.flatMap((each) => each.failed.map((one) => [each.projection, one] as const));
  if (failed.length === 0) return 'Every document has every event.\n';
  const rows = failed.map(([projection, { collection, document, event, held, error }]) => [
    projection,
    document,
    collection === UNKNOWN_TARGETS ? 'not known' : collection,
    `${event.type} at ${event.position}`,
    String(held),
    error,
  ]);
  const head = ['projection', 'document', 'collection', 'broken by', 'held back', 'why'];
  return `\n${formatTextTable(head, rows)}${formatCount(failed.length, 'document')} behind\n`;
}

export async function retryProjection(
  work: RunningInstallation,
  projection: string,
  document: string | undefined,
): Promise<string> {
  if (isProcessName(projection)) return retryItem(work, projection, document);
  const { projections } = work.installation;
  const healths = await projections.health();
  mustExist(healths, projection);
  const of = document === undefined ? undefined : await find(work, projection, document);
  const isBroken =
    healths.some((each) => each.projection === projection && each.failure) ||
    (await projections.failedDocuments(projection)).length > 0;
  if (!isBroken) return `Nothing to try again: every document of ${projection} has every event.\n`;
  const context = await work.context();
  await work.send(new RetryProjection({ projection, context, ...(of && { of: documentOf(of) }) }));
  const left = await remaining(work, projection, of && (({ id }) => id === of.id));
  return left === 0
    ? 'It fits now.\n'
    : `${formatCount(left, 'document')} still cannot be taken: see daybook projections.\n`;
}

export async function skipEvent(
  work: RunningInstallation,
  projection: string,
  document: string,
  reason: string,
): Promise<string> {
  if (isProcessName(projection)) return skipItem(work, projection, document, reason);
  const failed = await find(work, projection, document);
  const health = (await work.installation.projections.health()).find(
    (each) => each.projection === projection,
  )!;
  const { event, error } = failed;
  const about = {
    ...documentOf(failed),
    version: health.version,
    event: event.id,
    eventType: event.type,
    error,
  };
  await work.send(new SkipEvent({ projection, ...about, reason, context: await work.context() }));
  const isSame = (other: FailedDocument) => other.id === failed.id && other.event.id === event.id;
  const left = await remaining(work, projection, isSame);
  return left === 0
    ? 'The event is left out, and what was held back has followed.\n'
    : 'The event is left out as soon as the process that builds the read models sees it.\n';
}

export async function pauseProjection(work: RunningInstallation, projection: string): Promise<void> {
  mustExist(await work.installation.projections.health(), projection);
  await work.send(new PauseProjection({ projection, context: await work.context() }));
}

export async function resumeProjection(work: RunningInstallation, projection: string): Promise<void> {
  mustExist(await work.installation.projections.health(), projection);
  await work.send(new ResumeProjection({ projection, context: await work.context() }));
}

const documentOf = ({ collection, document }: FailedDocument) => ({ collection, document });

async function find(
  work: RunningInstallation,
  projection: string,
  document: string,
): Promise<FailedDocument> {
  const { projections } = work.installation;
  mustExist(await projections.health(), projection);
  const found = (await projections.failedDocuments(projection)).find((each) => each.document === document);
  if (!found) throw new CliUsageError(`no event broke a document “${document}” of ${projection}.`);
  return found;
}

function mustExist(all: readonly { readonly projection: string }[], name: string): void {
  const names = all.map(({ projection }) => projection);
  if (!names.includes(name))
    throw new CliUsageError(`there is no projection “${name}”. There are: ${names.join(', ')}.`);
}

const LOOKS = 20;
const LOOK_MS = 250;

async function remaining(
  { installation: { projections } }: RunningInstallation,
  projection: string,
  wanted: (failed: FailedDocument) => boolean = () => true,
): Promise<number> {
  for (let look = 1; ; look++) {
    const left = (await projections.failedDocuments(projection)).filter(wanted).length;
    if (left === 0 || look === LOOKS) return left;
    await sleep(LOOK_MS);
  }
}

async function retryItem(
  work: RunningInstallation,
  process: ProcessManagerName,
  item: string | undefined,
): Promise<string> {
  if (item !== undefined) await mustBeStuck(work, process, item);
  await work.send(
    new RetryItem({ process, ...(item !== undefined && { item }), context: await work.context() }),
  );
  return 'It is tried again by the process that serves pages, within seconds.\n';
}

async function skipItem(
  work: RunningInstallation,
  process: ProcessManagerName,
  item: string,
  reason: string,
): Promise<string> {
  await mustBeStuck(work, process, item);
  await work.send(new SkipItem({ process, item, reason, context: await work.context() }));
  return 'It is left undone.\n';
}

async function mustBeStuck(
  { installation }: RunningInstallation,
  process: ProcessManagerName,
  item: string,
): Promise<void> {
  const known = await listStuckProcessItems(installation.store);
  if (!known.some((each) => each.process === process && each.item === item))
    throw new CliUsageError(`there is nothing “${item}” that ${process} could not do.`);
}
