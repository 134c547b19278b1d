// `daybook serve`: the web application, its projections and, unless told otherwise, the examples.
import { Command } from 'commander';
import { configure, type CommandLine } from '../configuration/configuration.js';

export function serveCommand(): Command {
  return new Command('serve')
    .description('Serve the web application.')
    .option('-p, --port <port>', 'port to listen on (DAYBOOK_PORT, 3000)')
    .option('--host <host>', 'address to listen on (DAYBOOK_HOST, 127.0.0.1)')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .option(
      '--only <half>',
      'web or projections: one half of the work, beside other processes (DAYBOOK_ONLY)',
    )
    .option('--no-demo', 'without the example applications and their people')
    .action(async (options: CommandLine & { demo: boolean }) => {
      const configuration = configure({ ...options, serves: true });
      const { serve } = await import('./serve.js');
      await serve(configuration);
    });
}
