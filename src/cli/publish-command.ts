// `daybook publish FILE`: the document becomes the next version of its application.
import { Command } from 'commander';
import { v7 as uuid } from 'uuid';
import { configure } from '../configuration/configuration.js';
import { PublishSpecification } from '../domain/specification/specification-commands.js';
import { SpecificationRefused } from '../domain/specification/specification-refused.js';
import type { Problem } from '../specification/specification.js';
import { withCount, printProblem } from './problems.js';
import { readDocumentFile } from './read-document.js';

export function publishCommand(): Command {
  return new Command('publish')
    .description('Publish a specification: its application is served from now on as it says.')
    .argument('<file>', 'Markdown document')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (file: string, options: { data?: string }) => {
      configure(options);
      const { checked, text } = await readDocumentFile(file);
      if (!checked.ok) return refuse(file, checked.problems);
      const { key } = checked.specification;
      const { withCommands } = await import('./with-commands.js');
      try {
        const context = { actor: 'system', commandId: uuid() };
        const done = await withCommands(options, async ({ send }) =>
          send(new PublishSpecification({ text, context })),
        );
        process.stdout.write(
          done.already
            ? `${file} is published already: it is version ${done.version} of ${key}.\n`
            : `${file} is now version ${done.version} of ${key}, served at /${key}.\n`,
        );
      } catch (error) {
        if (!(error instanceof SpecificationRefused)) throw error;
        refuse(file, error.problems);
      }
    });
}

function refuse(file: string, problems: readonly Problem[]): void {
  for (const problem of problems) process.stderr.write(printProblem(file, problem) + '\n');
  process.stderr.write(`${file} is not published: ${withCount(problems.length, 'problem')}.\n`);
  process.exitCode = 1;
}
