// Measures a replay of all four read models, as `daybook replay` does it; `alone`: in this process only, without starting another.
import { allProjections } from '../projections/all-projections.js';
import type { ReplayProgress } from '../projections/replay/replay-report.js';
import { replay } from '../projections/replay/replay.js';
import { openForReplay } from '../src/replay/open-for-replay.js';
import { replayInChildProcesses } from '../src/replay/replay-in-child-processes.js';
import { sendResult } from './child-process.js';
import { configurationOf } from './measurement-folder.js';

const [folder, alone] = process.argv.slice(2);
const configuration = configurationOf(folder!);
const opened = alone ? await openForReplay(configuration) : undefined;
const started = performance.now();
let reading = 0;
const options = {
  projections: allProjections,
  onProgress: ({ phase }: ReplayProgress) => {
    if (phase === 'events') reading = (performance.now() - started) / 1000;
  },
};
const report = await (opened
  ? replay({ ...opened, ...options })
  : replayInChildProcesses(configuration, options));
const seconds = (performance.now() - started) / 1000;
const outcomes = report.map(({ projection, outcome, comparison }) => ({
  projection,
  outcome,
  different: comparison?.different,
}));
sendResult({ seconds, reading, outcomes });
