// `daybook status`: where everything is, how long the log is, who builds the read models, and how far each has come. Looks only.
import { Command } from 'commander';
import { configure } from '../configuration/configuration.js';
import { mustHaveLog } from './existing-log.js';

export function statusCommand(): Command {
  return new Command('status')
    .description(
      'Show the engines, the size of the log, who builds the read models, and for each its generations, position and lag.',
    )
    .option('--json', 'as JSON')
    .option(
      '--no-check',
      'do not read the files through for damage, which takes a while where they are large',
    )
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (options: { json?: boolean; check: boolean; data?: string }) => {
      const configuration = configure(options);
      mustHaveLog(configuration);
      const { describeStatus, inspectInstallation } = await import('./status.js');
      const status = await inspectInstallation(configuration, options.check);
      process.stdout.write(options.json ? JSON.stringify(status, null, 2) + '\n' : describeStatus(status));
      const isDamaged = status.troubles.length > 0 || status.failures.length > 0;
      const isUnbuilt = status.readModels.every(({ state }) => state !== 'active');
      if (isDamaged || (isUnbuilt && status.unseen.length === 0)) process.exitCode = 1;
    });
}
