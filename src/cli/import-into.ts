// An import as it was asked for: into which entity, with which times and names, and what is shown meanwhile.
import { basename } from 'node:path';
import { findEntityByName } from '../specification/with-stored-keys.js';
import { CliUsageError } from './cli-usage-error.js';
import { withCount } from '#platform/with-count.js';
import { formatProgress, openProgressLine, type LiveLine } from './progress-line.js';
import type { RunningInstallation } from './with-commands.js';
import { importLog } from '../import/import-log.js';
import type { ImportOptions } from './import-options.js';
import { importPorts } from '../import/import-ports.js';
import type { ImportReport } from '../import/import-report.js';
import { MalformedLogError } from '../import/malformed-log-error.js';
import { LogIds } from '../import/log-ids.js';
import type { ImportTarget } from '../import/import-target.js';

/** Throws `CliUsageError` for what is no whole log, and where there is nothing to import into. */
export async function importInto(
  log: string,
  options: ImportOptions,
  work: RunningInstallation,
): Promise<ImportReport> {
  const { activity: keys, only, maxUnpacked: unpacked, maxTrace: trace } = options;
  const target = await targetOf(log, options, work);
  const naming = {
    ...(keys && { keys }),
    ...(only && { only: new Set(only.map((transition) => transition.trim().toLowerCase())) }),
  };
  const shown = openProgressLine();
  const started = performance.now();
  const done = options.dryRun ? 'looked at' : 'imported';
  try {
    const { commandLine } = await work.context();
    const request = { path: log, target, naming, limits: { unpacked, trace } };
    const ports = importPorts(work, target, { commandLine, dryRun: options.dryRun === true });
    const report = await importLog(request, ports, {
      onProgress(count, total) {
        const rate = count / ((performance.now() - started) / 1000);
        shown.say(formatProgress(done, 'traces', { done: count, total, rate }));
      },
      onLongCase: (name, events) =>
        shown.say(`“${name}” has ${withCount(events, 'event')}: this takes a while`),
    });
    await showReadModels(work, shown);
    return report;
  } catch (error) {
    if (!(error instanceof MalformedLogError)) throw error;
    throw new CliUsageError(
      `${log}:${error.line}:${error.column}: ${error.message.replace(/\.$/, '')}. Nothing was imported.`,
    );
  } finally {
    shown.end();
  }
}

/** After a long case there is much to be built. */
async function showReadModels(
  { installation: { store, projections } }: RunningInstallation,
  shown: LiveLine,
): Promise<void> {
  const head = await store.head();
  for (let before = -1; !(await projections.waitFor(head, 1_000));) {
    const positions = (await projections.health()).map(({ position }) => position);
    const reached = positions.reduce((least, each) => Math.min(least, each), head);
    // What has failed, or is built elsewhere, is not waited for here.
    if (reached === before) return;
    before = reached;
    shown.say(`building the read models: ${Math.floor((reached / head) * 100)} %`);
  }
}

async function targetOf(
  log: string,
  { into: { application, entity }, ignore = [], timeZone: zone }: ImportOptions,
  { installation }: RunningInstallation,
): Promise<ImportTarget> {
  const published = await installation.specifications.current(application);
  if (!published)
    throw new CliUsageError(
      `there is no application “${application}”. Publish its specification first: daybook publish FILE.`,
    );
  const { entities, name, timeZone: own } = published.specification;
  const found = findEntityByName(published.specification, entity);
  const known = Object.values(entities).map((each) => each.name);
  if (!found)
    throw new CliUsageError(
      `${application} has no entity “${entity}”. It has: ${known.join(', ') || 'none'}.`,
    );
  return {
    published,
    entity: found,
    log: basename(log),
    ignore: new Set(ignore),
    zone: zone === undefined ? { name: own, of: name } : { name: zone, of: '--time-zone' },
    now: installation.clock(),
    ids: new LogIds((text) => installation.personal.digest(text)),
  };
}
