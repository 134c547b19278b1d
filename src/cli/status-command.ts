// `daybook status`: how long the log is, and how far each read model has come. Looks only; changes nothing.
import { existsSync, statSync } from 'node:fs';
import { Command } from 'commander';
import type { GenerationInfo } from '../../projections/read-model.js';
import { configure, type Configuration } from '../configuration.js';
import { mustHaveLog } from './existing-log.js';
import { table } from './table.js';

export function statusCommand(): Command {
  return new Command('status')
    .description('Show the size of the log and, for each read model, its generations, position and lag.')
    .option('--json', 'as JSON')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (options: { json?: boolean; data?: string }) => {
      const status = await look(configure(options));
      process.stdout.write(options.json ? JSON.stringify(status, null, 2) + '\n' : inWords(status));
      if (status.readModels.every(({ state }) => state !== 'active')) process.exitCode = 1;
    });
}

interface Status {
  readonly log: { readonly path: string; readonly bytes: number; readonly head: number };
  readonly readModels: readonly (GenerationInfo & { readonly lag: number })[];
}

async function look(configuration: Configuration): Promise<Status> {
  mustHaveLog(configuration);
  const { path } = configuration.events;
  const { openEventStore, openReadModels } = await import('../engines.js');
  const store = await openEventStore(configuration);
  const readModels = await openReadModels(configuration);
  try {
    const head = await store.head();
    const generations = await readModels.generations();
    return {
      log: { path, bytes: size(path) + size(`${path}-wal`), head },
      readModels: generations.map((each) => ({ ...each, lag: Math.max(0, head - each.checkpoint) })),
    };
  } finally {
    await readModels.close();
    await store.close();
  }
}

const size = (path: string) => (existsSync(path) ? statSync(path).size : 0);

function inWords({ log, readModels }: Status): string {
  const megabytes = (log.bytes / 1_000_000).toFixed(1);
  const rows = readModels.map((each) => [
    each.projection,
    String(each.number),
    String(each.version),
    each.state,
    each.checkpoint.toLocaleString('en'),
    each.lag.toLocaleString('en'),
  ]);
  return (
    `log  ${log.path}  ${megabytes} MB, last position ${log.head.toLocaleString('en')}\n\n` +
    table(['read model', 'generation', 'version', 'state', 'position', 'lag'], rows)
  );
}
