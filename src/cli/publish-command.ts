// `daybook publish FILE`: the document becomes the next version of its application.
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '../domain/specification/specification-commands.js';
import type { Problem } from '../specification/specification.js';
import { counted, printProblem } from './problems.js';

export function publishCommand(): Command {
  return new Command('publish')
    .description('Publish a specification: its application is served from now on as it says.')
    .argument('<file>', 'Markdown document')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (file: string, options: { data?: string }) => {
      const text = await readFile(file, 'utf8');
      const { withCommands } = await import('./with-commands.js');
      try {
        const context = { actor: 'system', commandId: uuid() };
        const done = await withCommands(options, async ({ send }) =>
          send(new PublishSpecification({ text, context })),
        );
        process.stdout.write(
          done.already ? `${file} is published already.\n` : `${file} is now version ${done.version}.\n`,
        );
      } catch (error) {
        const problems = (error as { problems?: readonly Problem[] }).problems;
        if (!problems) throw error;
        for (const problem of problems) process.stderr.write(printProblem(file, problem) + '\n');
        process.stderr.write(`${file} is not published: ${counted(problems.length, 'problem')}.\n`);
        process.exitCode = 1;
      }
    });
}
