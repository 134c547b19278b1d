// `npm run bench`: everything measured in one run on one machine, so that ratios mean something.
//   npm run bench -- --quick          small sizes, to see that it works
//   npm run bench -- commands pages   only these
import { parseArgs } from 'node:util';
import { cpus } from 'node:os';
import { measureCommands } from './commands.js';
import { measurePages } from './pages.js';
import { measureReplay } from './replay.js';
import { measureStart } from './start.js';

export interface Sizes {
  /** Of each load over HTTP. */
  readonly seconds: number;
  readonly records: number;
  /** Events of the replay. */
  readonly events: number;
}

const FULL: Sizes = { seconds: 8, records: 100_000, events: 1_000_000 };
const QUICK: Sizes = { seconds: 2, records: 2_000, events: 20_000 };

const parts: Readonly<Record<string, (sizes: Sizes) => Promise<void>>> = {
  commands: measureCommands,
  pages: measurePages,
  replay: measureReplay,
  start: measureStart,
};

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean' } },
  allowPositionals: true,
});
console.log(`Node.js ${process.versions.node} on ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`);
for (const [name, measure] of Object.entries(parts)) {
  if (positionals.length === 0 || positionals.includes(name)) await measure(values.quick ? QUICK : FULL);
}
