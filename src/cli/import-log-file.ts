import { basename } from 'node:path';
import { findEntityByName } from '../specification/with-stored-keys.js';
import { CliUsageError } from './cli-usage-error.js';
import { formatCount } from '#platform/format-count.js';
import { formatProgress, openProgressLine, type ProgressLine } from './progress-line.js';
import type { RunningInstallation } from './with-installation.js';
import { importLog } from '../import/import-log.js';
import type { ImportOptions } from './import-options.js';
import { createImportPorts } from '../import/create-import-ports.js';
import type { ImportReport } from '../import/import-report.js';
import { MalformedLogError } from '../import/malformed-log-error.js';
import { LogIdDeriver } from '../import/log-id-deriver.js';
import type { ImportContext } from '../import/import-context.js';

/** Throws `CliUsageError`. */
export async function importLogFile(
  log: string,
  options: ImportOptions,
  work: RunningInstallation,
): Promise<ImportReport> {
  const { activity: keys, only, maxUnpacked: unpacked, maxTrace: trace } = options;
  const target = await targetOf(log, options, work);
  const classifier = {
    ...(keys && { keys }),
    ...(only && { onlyTransitions: new Set(only.map((transition) => transition.trim().toLowerCase())) }),
  };
  const shown = openProgressLine();
  const started = performance.now();
  const done = options.dryRun ? 'looked at' : 'imported';
  try {
    const { commandLine } = await work.context();
    const request = { path: log, target, classifier, limits: { unpacked, trace } };
    const ports = createImportPorts(work, target, { commandLine, dryRun: options.dryRun === true });
    const report = await importLog(request, ports, {
      onProgress(count, total) {
        const rate = count / ((performance.now() - started) / 1000);
        shown.show(formatProgress(done, 'traces', { done: count, total, rate }));
      },
      onLongCase: (name, events) =>
        shown.show(`“${name}” has ${formatCount(events, 'event')}: this takes a while`),
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

/** Long cases leave read models behind. */
async function showReadModels(
  { installation: { store, projections } }: RunningInstallation,
  shown: ProgressLine,
): Promise<void> {
  const head = await store.head();
  for (let before = -1; !(await projections.waitFor(head, 1_000));) {
    const positions = (await projections.health()).map(({ position }) => position);
    const reached = positions.reduce((least, each) => Math.min(least, each), head);
    // Failed or foreign projections are not awaited.
    if (reached === before) return;
    before = reached;
    shown.show(`building the read models: ${Math.floor((reached / head) * 100)} %`);
  }
}

async function targetOf(
  log: string,
  { into: { application, entity }, ignore = [], timeZone: zone }: ImportOptions,
  { installation }: RunningInstallation,
): Promise<ImportContext> {
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
    ids: new LogIdDeriver((text) => installation.personal.digest(text)),
  };
}
