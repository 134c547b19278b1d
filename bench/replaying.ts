// Measures a replay of all four read models, as `daybook replay` does it.
import { allProjections } from '../projections/all-projections.js';
import { replayInProcesses } from '../src/cli/replay-in-processes.js';
import { openEventStore } from '../src/engines.js';
import { tell } from './child.js';
import { configurationOf } from './workplace.js';

const [folder] = process.argv.slice(2);
const configuration = configurationOf(folder!);
const store = await openEventStore(configuration);
const events = await store.head();
await store.close();
const started = performance.now();
let reading = 0;
const report = await replayInProcesses(configuration, {
  projections: allProjections,
  onProgress: ({ phase }) => {
    if (phase === 'events') reading = (performance.now() - started) / 1000;
  },
});
const seconds = (performance.now() - started) / 1000;
const outcomes = report.map(({ projection, outcome, comparison }) => ({
  projection,
  outcome,
  different: comparison?.different,
}));
tell({ events, seconds, reading, outcomes });
