// `daybook publish FILE`: the document becomes the next version of its application.
import { Command } from 'commander';
import { configure } from '../configuration/configuration.js';
import { describeEngine } from '../configuration/engine-address.js';
import {
  evolveSpecification,
  UNPUBLISHED,
  type SpecificationState,
} from '../domain/specification/publish-specification.js';
import { PublishSpecification } from '../domain/specification/specification-commands.js';
import type { SpecificationEvent } from '../domain/specification/specification-events.js';
import { SpecificationRefused } from '../domain/specification/specification-refused.js';
import { streams } from '../domain/stream-names.js';
import type { Problem } from '../specification/model/specification.js';
import { ask, isAtTerminal } from './ask-at-terminal.js';
import { isWithoutLog } from './require-log.js';
import { AS_OPTION } from './operator.js';
import { printProblem } from './print-problem.js';
import { withCount } from '#platform/with-count.js';
import { readDocumentFile } from './read-document.js';
import type { RunningInstallation } from './with-commands.js';

interface PublishOptions {
  readonly reason?: string;
  readonly as?: string;
  readonly data?: string;
}

export function publishCommand(): Command {
  return new Command('publish')
    .description('Publish a specification: its application is served from now on as it says.')
    .argument('<file>', 'Markdown document')
    .option('--reason <text>', 'what changes and why; asked for at a terminal from the second version on')
    .option(...AS_OPTION)
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (file: string, options: PublishOptions) => {
      const configuration = configure(options);
      const beginsLog = isWithoutLog(configuration);
      const { checked, text } = await readDocumentFile(file);
      if (!checked.ok) return refuse(file, checked.problems);
      const { key } = checked.specification;
      const { withCommands } = await import('./with-commands.js');
      try {
        await withCommands(options, async (work) => {
          const context = await work.context();
          const reason = options.reason ?? (await askedReason(await publishedState(work, key), text));
          const command = { text, context, ...(reason !== undefined && { reason }) };
          const done = await work.send(new PublishSpecification(command));
          const { version } = await publishedState(work, key);
          process.stdout.write(
            done.already
              ? `${file} is published already: it is version ${version} of ${key}.\n`
              : `${file} is now version ${version} of ${key}, served at /${key}.\n`,
          );
        });
        if (beginsLog)
          process.stderr.write(
            `daybook: there was no log at ${describeEngine(configuration.events)} before: it begins with this. Where another one was meant, name its folder with --data.\n`,
          );
      } catch (error) {
        if (!(error instanceof SpecificationRefused)) throw error;
        refuse(file, error.problems);
      }
    });
}

/** Of the log, since the stream also counts changes of constants. */
async function publishedState(
  { installation }: RunningInstallation,
  key: string,
): Promise<SpecificationState> {
  const { events } = await installation.store.read(streams.specification(key));
  return (events as readonly unknown[] as readonly SpecificationEvent[]).reduce(
    evolveSpecification,
    UNPUBLISHED as SpecificationState,
  );
}

/** A first version changes nothing, and scripts publish without being asked: undefined. So does an empty answer. */
async function askedReason(before: SpecificationState, text: string): Promise<string | undefined> {
  if (before.version === 0 || before.text === text || !isAtTerminal()) return undefined;
  const answer = await ask('What changes, and why? It stands in the history. (Enter: no reason) ');
  return answer === '' ? undefined : answer;
}

function refuse(file: string, problems: readonly Problem[]): void {
  for (const problem of problems) process.stderr.write(printProblem(file, problem) + '\n');
  process.stderr.write(`${file} is not published: ${withCount(problems.length, 'problem')}.\n`);
  process.exitCode = 1;
}
