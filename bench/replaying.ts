// Measures a replay of all four read models, as `daybook replay` does it.
import { allProjections } from '../projections/all-projections.js';
import { replay } from '../projections/replay.js';
import { openForReplay } from '../src/cli/open-for-replay.js';
import { tell } from './child.js';
import { configurationOf } from './workplace.js';

const [folder] = process.argv.slice(2);
const opened = await openForReplay(configurationOf(folder!));
const events = await opened.store.head();
const started = performance.now();
let reading = 0;
const report = await replay({
  ...opened,
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
await opened.close();
