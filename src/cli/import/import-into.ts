// An import as it was asked for: into which entity, with which times and names, and what is shown meanwhile.
import { basename } from 'node:path';
import { entityCalled } from '../../specification/under-stored-keys.js';
import { CannotDo } from '../cannot-do.js';
import { line, liveLine } from '../progress.js';
import type { RunningInstallation } from '../with-commands.js';
import { importLog } from './import-log.js';
import type { ImportOptions } from './import-options.js';
import { importPorts } from './import-ports.js';
import type { ImportReport } from './import-report.js';
import { LogBroken } from './log-broken.js';
import { LogIds } from './log-ids.js';
import type { ImportTarget } from './target.js';

/** Throws `CannotDo` for what is no whole log, and where there is nothing to import into. */
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
  const shown = liveLine();
  const started = performance.now();
  const done = options.dryRun ? 'looked at' : 'imported';
  try {
    const { commandLine } = await work.context();
    const request = { path: log, target, naming, limits: { unpacked, trace } };
    return await importLog(
      request,
      importPorts(work, target, { commandLine, dryRun: options.dryRun === true }),
      (count, total) => {
        const rate = count / ((performance.now() - started) / 1000);
        shown.say(line(done, 'traces', { done: count, total, rate }));
      },
    );
  } catch (error) {
    if (!(error instanceof LogBroken)) throw error;
    throw new CannotDo(
      `${log}:${error.line}:${error.column}: ${error.message.replace(/\.$/, '')}. Nothing was imported.`,
    );
  } finally {
    shown.end();
  }
}

async function targetOf(
  log: string,
  { into: { application, entity }, ignore = [], timeZone: zone }: ImportOptions,
  { installation }: RunningInstallation,
): Promise<ImportTarget> {
  const published = await installation.specifications.current(application);
  if (!published)
    throw new CannotDo(
      `there is no application “${application}”. Publish its specification first: daybook publish FILE.`,
    );
  const { entities, name, timeZone: own } = published.specification;
  const found = entityCalled(published.specification, entity);
  const known = Object.values(entities).map((each) => each.name);
  if (!found)
    throw new CannotDo(`${application} has no entity “${entity}”. It has: ${known.join(', ') || 'none'}.`);
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
