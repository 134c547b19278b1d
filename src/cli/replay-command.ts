import { Command } from 'commander';
import type { ReplayReport, ReplayProgress } from '#projections/replay/replay-report.js';
import { readConfiguration } from '../configuration/configuration.js';
import { assertDataFolderWritable } from '../installation/data-folder.js';
import { assertLogExists } from './assert-log-exists.js';
import { askAtTerminal, isAtTerminal } from './ask-at-terminal.js';
import { CliUsageError } from './cli-usage-error.js';
import { describeReplay, type ReplayOutcome } from './describe-replay.js';
import { AS_OPTION } from './operator-context.js';
import { formatCount } from '#platform/format-count.js';
import { INTERRUPTED_EXIT_CODE, prepareShutdown } from '../platform/shutdown.js';
import { formatShareProgress, openProgressLine, type ProgressLine } from './progress-line.js';

interface ReplayCommandOptions {
  readonly dryRun?: boolean;
  readonly accept?: boolean;
  readonly back?: boolean;
  readonly reason?: string;
  readonly as?: string;
  readonly json?: boolean;
  readonly data?: string;
}

export function replayCommand(): Command {
  return new Command('replay')
    .argument('[projections...]', 'which of those that `daybook status` lists (all)')
    .option('--dry-run', 'build and compare, but do not switch (exit code 1 where something differs)')
    .option(
      '--accept',
      'switch also where something differs that nobody can explain, or the log lacks events that were in it',
    )
    .option(
      '--back',
      'go back to the generation that was in use before; with --accept also to one that was found to differ',
    )
    .option('--reason <text>', 'why, for --accept and --back; it stands in the log. Asked for at a terminal')
    .option(...AS_OPTION)
    .option('--json', 'print the report as JSON')
    .option('--data <folder>', 'folder of everything kept (DAYBOOK_DATA, ./data)')
    .action(async (names: string[], given: ReplayCommandOptions, command: Command) => {
      const options = { ...given, ...(await reasonFor(given, command)) };
      const report: ReplayOutcome[] = [];
      try {
        if (options.back) for (const each of await goBack(names, options)) report.push(each);
        else {
          const whole = await rebuild(names, options, (done) => report.push(done));
          report.length = 0;
          for (const each of whole) report.push(each);
        }
      } finally {
        // After an error, completed switches remain.
        const text = options.json
          ? JSON.stringify(report, null, 2) + '\n'
          : report.map(describeReplay).join('');
        if (report.length > 0) process.stdout.write(text);
        process.exitCode = exitCode(report);
      }
    });
}

/** A dry run needs none. */
async function reasonFor(
  { accept, back, dryRun, reason, ...options }: ReplayCommandOptions,
  command: Command,
): Promise<{ readonly reason?: string }> {
  if (reason !== undefined || dryRun || !(accept || back)) return {};
  assertLogExists(readConfiguration(options));
  if (!isAtTerminal())
    command.error('error: a reason is needed, and nobody is at a terminal to ask. Give one: --reason "…"');
  return { reason: await askAtTerminal('Why? It stands in the log: ') };
}

async function chosen(names: readonly string[]) {
  const { allProjections } = await import('#projections/all-projections.js');
  const known = allProjections.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new CliUsageError(
      `there is no projection “${unknown.join('”, “')}”. There are: ${known.join(', ')}.`,
    );
  return allProjections.filter(({ name }) => names.length === 0 || names.includes(name));
}

async function rebuild(
  names: readonly string[],
  options: ReplayCommandOptions,
  onReplayed: (done: ReplayReport) => void,
): Promise<readonly ReplayReport[]> {
  const projections = await chosen(names);
  const { replayInChildProcesses } = await import('../replay/replay-in-child-processes.js');
  const configuration = readConfiguration(options);
  assertLogExists(configuration);
  assertDataFolderWritable({ reads: configuration.reads });
  const shutdown = prepareShutdown({ code: INTERRUPTED_EXIT_CODE });
  const shown = openProgressLine();
  try {
    return await replayInChildProcesses(configuration, {
      projections,
      dryRun: options.dryRun === true,
      accept: options.accept === true,
      onAccept: async (accepted) => {
        const { recordReplayAcceptance } = await import('./record-replay-decisions.js');
        await recordReplayAcceptance(accepted, options);
      },
      signal: shutdown.signal,
      onProgress: (reached) => show(shown, reached),
      onReplayed,
    });
  } finally {
    shown.end();
    shutdown.release();
  }
}

async function goBack(
  names: readonly string[],
  options: ReplayCommandOptions,
): Promise<readonly ReplayOutcome[]> {
  const projections = await chosen(names);
  const { rollBackProjections } = await import('./record-replay-decisions.js');
  const configuration = readConfiguration(options);
  assertLogExists(configuration);
  assertDataFolderWritable({ reads: configuration.reads });
  const done = await rollBackProjections(
    projections.map(({ name }) => name),
    options,
  );
  return done.map(({ projection, number: generation }) => ({ projection, generation, outcome: 'back' }));
}

function show(shown: ProgressLine, { phase, projection, done, share = 0, rate = 0 }: ReplayProgress): void {
  if (phase === 'events') shown.show(formatShareProgress('replayed', 'events', { done, share, rate }));
  else if (phase === 'comparing') shown.show(`comparing ${projection}: ${formatCount(done, 'document')}`);
  else shown.show(`indexing ${projection}`);
}

function exitCode(report: readonly ReplayOutcome[]): number {
  if (report.some(({ outcome }) => outcome === 'interrupted')) return INTERRUPTED_EXIT_CODE;
  return report.some(isFailure) ? 1 : 0;
}

function isFailure(done: ReplayOutcome): boolean {
  // Pages would show documents as before their failed event.
  if ('failedDocuments' in done && (done.failedDocuments ?? 0) > 0 && done.outcome === 'dry run') return true;
  // Models in use that cannot be compared are unverified.
  if (done.outcome === 'dry run')
    return (
      done.versionBefore !== undefined && (done.comparison?.different !== 0 || done.missing !== undefined)
    );
  return ['failed', 'differs', 'other events', 'events missing', 'gave up'].includes(done.outcome);
}
