// Measures one import, as `daybook import` does it.
import { importLogFile } from '../src/cli/import-log-file.js';
import { LOG_LIMITS } from '../src/import/log-limits.js';
import { withCaughtUpInstallation } from '../src/cli/with-installation.js';
import { sendResult } from './child-process.js';
import { APPLICATION, ENTITY } from './synthetic-log.js';
import { enginesOf } from './measurement-folder.js';

const [folder, log] = process.argv.slice(2);
const into = { application: APPLICATION, entity: ENTITY };
const limits = { maxUnpacked: LOG_LIMITS.unpacked, maxTrace: LOG_LIMITS.trace };
const started = performance.now();
// The name of a case is no field of these.
const options = { into, ignore: ['concept:name'], ...limits };
const report = await withCaughtUpInstallation(
  { data: folder! },
  async (work) => importLogFile(log!, options, work),
  enginesOf(folder!),
);
if (report.refused > 0) throw new Error(`refused: ${JSON.stringify(report.causes)}`);
const { user, system } = process.cpuUsage();
const seconds = (performance.now() - started) / 1000;
sendResult({ events: report.events, seconds, processor: (user + system) / 1e6 });
