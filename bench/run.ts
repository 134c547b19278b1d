// `npm run bench`: everything measured in one run on one machine, so that ratios mean something.
//   npm run bench -- --quick          small sizes, to see that it works
//   npm run bench -- commands pages   only these
//   npm run bench -- beside --only form,timeline   only the questions with one of these in their names
//   npm run bench -- beside --records 20000 --seconds 6   of so many records, each load for so long
//   npm run bench -- --engines        on EventStoreDB and MongoDB, beside the embedded ones
//   npm run bench -- --engines sqlite 'esdb://127.0.0.1:2113?tls=false mongodb://127.0.0.1/x'
//                                     on these: addresses of events, and after a space of read models
//   npm run bench -- --clicks         what a click costs each process on these; --record keeps it for --scale
//   npm run bench -- --scale          nothing measured: how it grows, computed from what was
import { parseArgs } from 'node:util';
import { cpus } from 'node:os';
import { measureApprovals } from './measure-approvals.js';
import { measureBeside } from './measure-beside-heavy-questions.js';
import { measureCalls } from './measure-calls.js';
import { measureClicks } from './measure-clicks.js';
import { measureCommands } from './measure-commands.js';
import { measureEngines } from './measure-engines.js';
import { measureFiles } from './measure-files.js';
import { measureImport } from './measure-import.js';
import { findEngineMixes } from './engine-mixes.js';
import { measurePages } from './measure-pages.js';
import { measureReports } from './measure-reports.js';
import { measureReplay } from './measure-replay.js';
import { simulateScale } from './simulate-scale.js';
import { measureEventSizes } from './measure-event-sizes.js';
import { measureStart } from './measure-start.js';
import { measureSearches } from './measure-searches.js';
import { measureTelemetry } from './measure-telemetry.js';
import { measureTimeline } from './measure-timeline.js';
import { measureTimers } from './measure-timers.js';
import type { Sizes } from './run-sizes.js';

const FULL: Sizes = { seconds: 8, records: 100_000, events: 1_000_000 };
const QUICK: Sizes = { seconds: 2, records: 2_000, events: 20_000 };

const parts: Readonly<Record<string, (sizes: Sizes) => Promise<void>>> = {
  commands: measureCommands,
  pages: measurePages,
  reports: measureReports,
  searches: measureSearches,
  timeline: measureTimeline,
  beside: measureBeside,
  replay: measureReplay,
  import: measureImport,
  start: measureStart,
  sizes: measureEventSizes,
  files: measureFiles,
  calls: measureCalls,
  approvals: measureApprovals,
  timers: measureTimers,
  telemetry: measureTelemetry,
};

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    records: { type: 'string' },
    seconds: { type: 'string' },
    engines: { type: 'boolean' },
    clicks: { type: 'boolean' },
    record: { type: 'boolean' },
    scale: { type: 'boolean' },
  },
  allowPositionals: true,
});
console.log(`Node.js ${process.versions.node} on ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`);
const sizes: Sizes = {
  ...(values.quick ? QUICK : FULL),
  ...(values.only !== undefined && { only: values.only.split(',') }),
  ...(values.records !== undefined && { records: Number(values.records) }),
  ...(values.seconds !== undefined && { seconds: Number(values.seconds) }),
};
if (values.scale) simulateScale({ quick: values.quick ?? false });
else if (values.clicks) await measureClicks(sizes, { record: values.record ?? false });
else if (values.engines) await measureEngines(sizes, findEngineMixes(positionals));
else
  for (const [name, measure] of Object.entries(parts))
    if (positionals.length === 0 || positionals.includes(name)) await measure(sizes);
