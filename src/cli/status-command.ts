// `daybook status`: where everything is, how long the log is, who builds the read models, and how far each has come. Looks only.
import { Command } from 'commander';
import { configure } from '../configuration.js';
import { mustHaveLog } from './existing-log.js';

export function statusCommand(): Command {
  return new Command('status')
    .description(
      'Show the engines, the size of the log, who builds the read models, and for each its generations, position and lag.',
    )
    .option('--json', 'as JSON')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (options: { json?: boolean; data?: string }) => {
      const configuration = configure(options);
      mustHaveLog(configuration);
      const { inWords, lookAt } = await import('./status.js');
      const status = await lookAt(configuration);
      process.stdout.write(options.json ? JSON.stringify(status, null, 2) + '\n' : inWords(status));
      if (status.readModels.every(({ state }) => state !== 'active')) process.exitCode = 1;
    });
}
