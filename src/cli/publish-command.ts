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
import { assertLogExists, isLogMissing } from './assert-log-exists.js';
import { printMeaning } from './print-meaning.js';
import { AS_OPTION } from './operator-context.js';
import { formatProblem } from './read-document-file.js';
import { formatCount } from '#platform/format-count.js';
import { readDocumentFile } from './read-document-file.js';
import type { RunningInstallation } from './with-installation.js';

interface PublishOptions {
  readonly reason?: string;
  readonly dryRun?: boolean;
  readonly as?: string;
  readonly data?: string;
}

export function publishCommand(): Command {
  return new Command('publish')
    .argument('<file>', 'Markdown document')
    .option('--reason <text>', 'what changes and why; asked for at a terminal from the second version on')
    .option(
      '--dry-run',
      'publish nothing: ask the records whether everything in them has its place, and say what it changes here',
    )
    .option(...AS_OPTION)
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (file: string, options: PublishOptions) => {
      const configuration = readConfiguration(options);
      const beginsLog = isLogMissing(configuration);
      const { checked, text } = await readDocumentFile(file);
      if (!checked.ok) return refuse(file, checked.problems);
      const { key } = checked.specification;
      const { withCaughtUpInstallation } = await import('./with-installation.js');
      if (options.dryRun) {
        assertLogExists(configuration);
        const { name } = checked.specification;
        return withCaughtUpInstallation(options, (work) =>
          describePublication(work, { file, text, key, name }),
        );
      }
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

interface DocumentToPublish {
  readonly file: string;
  readonly text: string;
  readonly key: string;
  readonly name: string;
}

async function describePublication(
  work: RunningInstallation,
  { file, text, key, name }: DocumentToPublish,
): Promise<void> {
  const before = await publishedState(work, key);
  if (before.version === 0)
    return void process.stdout.write(
      `${file} would be version 1 of ${key}, “${name}”, which is not here yet.\n`,
    );
  if (before.text === text)
    return void process.stdout.write(
      `${file} is published already: it is version ${before.version} of ${key}.\n`,
    );
  const { checkUpgradeConditions } =
    await import('../command-handling/specifications/check-upgrade-conditions.js');
  const { VersionMigrations } = await import('../command-handling/pipeline/version-migrations.js');
  const { compareDocuments } = await import('../specification/compare-documents.js');
  const { store, lookups, checks, clock } = work.installation;
  const ports = { lookups, clock, migrations: new VersionMigrations(store) };
  const { problems } = await checkUpgradeConditions(ports, checks, key, text);
  if (problems.length > 0) return refuse(file, problems, 'would not be published');
  process.stdout.write(
    `${file} would be version ${before.version + 1} of ${key}: everything in its records has its place. Nothing was published.\n`,
  );
  printMeaning(
    { name: `version ${before.version} of ${key}`, text: before.text },
    { name: file, text },
    compareDocuments(before.text, text),
  );
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

function refuse(file: string, problems: readonly Problem[], outcome = 'is not published'): void {
  for (const problem of problems) process.stderr.write(formatProblem(file, problem) + '\n');
  process.stderr.write(`${file} ${outcome}: ${formatCount(problems.length, 'problem')}.\n`);
  process.exitCode = 1;
}
