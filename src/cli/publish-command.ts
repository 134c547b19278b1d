import { Command } from 'commander';
import { readConfiguration } from '../configuration/configuration.js';
import { describeEngine } from '../configuration/engine-address.js';
import {
  evolveSpecification,
  UNPUBLISHED,
  type SpecificationState,
} from '../domain/specification/publish-specification.js';
import { PublishSpecification } from '../domain/specification/specification-commands.js';
import type { SpecificationEvent } from '../domain/specification/specification-events.js';
import { SpecificationRefusedError } from '../domain/specification/specification-refused-error.js';
import { streams } from '../domain/stream-names.js';
import type { Problem } from '../specification/model/specification.js';
import { askAtTerminal, isAtTerminal } from './ask-at-terminal.js';
import { isLogMissing } from './assert-log-exists.js';
import { AS_OPTION } from './operator-context.js';
import { formatProblem } from './read-document-file.js';
import { formatCount } from '#platform/format-count.js';
import { readDocumentFile } from './read-document-file.js';
import type { RunningInstallation } from './with-installation.js';

interface PublishOptions {
  readonly reason?: string;
  readonly as?: string;
  readonly data?: string;
}

export function publishCommand(): Command {
  return new Command('publish')
    .argument('<file>', 'Markdown document')
    .option('--reason <text>', 'what changes and why; asked for at a terminal from the second version on')
    .option(...AS_OPTION)
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (file: string, options: PublishOptions) => {
      const configuration = readConfiguration(options);
      const beginsLog = isLogMissing(configuration);
      const { checked, text } = await readDocumentFile(file);
      if (!checked.ok) return refuse(file, checked.problems);
      const { key } = checked.specification;
      const { withCaughtUpInstallation } = await import('./with-installation.js');
      try {
        await withCaughtUpInstallation(options, async (work) => {
          const context = await work.context();
          const reason = options.reason ?? (await askReason(await publishedState(work, key), text));
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
        if (!(error instanceof SpecificationRefusedError)) throw error;
        refuse(file, error.problems);
      }
    });
}

/** From the log: the stream also counts constant changes. */
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

/** undefined: a first version, a script, or an empty answer. */
async function askReason(before: SpecificationState, text: string): Promise<string | undefined> {
  if (before.version === 0 || before.text === text || !isAtTerminal()) return undefined;
  const answer = await askAtTerminal('What changes, and why? It stands in the history. (Enter: no reason) ');
  return answer === '' ? undefined : answer;
}

function refuse(file: string, problems: readonly Problem[]): void {
  for (const problem of problems) process.stderr.write(formatProblem(file, problem) + '\n');
  process.stderr.write(`${file} is not published: ${formatCount(problems.length, 'problem')}.\n`);
  process.exitCode = 1;
}
