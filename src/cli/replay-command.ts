// `daybook replay`: builds read models again from the events, beside the ones pages are served from.
import { Command } from 'commander';
import type { ReplayReport, ReplayProgress } from '#projections/replay/replay-report.js';
import { configure } from '../configuration/configuration.js';
import { assertWritable } from '../installation/data-folder.js';
import { requireLog } from './require-log.js';
import { ask, isAtTerminal } from './ask-at-terminal.js';
import { CliUsageError } from './cli-usage-error.js';
import { describeReplay, type ReplayOutcome } from './describe-replay.js';
import { AS_OPTION } from './operator.js';
import { withCount } from '#platform/with-count.js';
import { INTERRUPTED, prepareShutdown } from '../platform/shutdown.js';
import { formatShare, openProgressLine, type LiveLine } from './progress-line.js';

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
    .description(
      'Build read models again from the events, compare them with those in use, and switch. Pages are served all the while.',
    )
    .argument(
      '[projections...]',
      'which (all): records, timeline, specifications, people, calls, deputies, timers, notices',
    )
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
        // Also where it ends with an error: what was switched before stays switched.
        const text = options.json
          ? JSON.stringify(report, null, 2) + '\n'
          : report.map(describeReplay).join('');
        if (report.length > 0) process.stdout.write(text);
        process.exitCode = exitCode(report);
      }
    });
}

/** Of what is written down. A dry run changes nothing. */
async function reasonFor(
  { accept, back, dryRun, reason, ...options }: ReplayCommandOptions,
  command: Command,
): Promise<{ readonly reason?: string }> {
  if (reason !== undefined || dryRun || !(accept || back)) return {};
  requireLog(configure(options));
  if (!isAtTerminal())
    command.error('error: a reason is needed, and nobody is at a terminal to ask. Give one: --reason "…"');
  return { reason: await ask('Why? It stands in the log: ') };
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
  const { replayInProcesses } = await import('../replay/replay-in-processes.js');
  const configuration = configure(options);
  requireLog(configuration);
  assertWritable({ reads: configuration.reads });
  const shutdown = prepareShutdown({ code: INTERRUPTED });
  const shown = openProgressLine();
  try {
    return await replayInProcesses(configuration, {
      projections,
      dryRun: options.dryRun === true,
      accept: options.accept === true,
      onAccept: async (accepted) => {
        const { recordAcceptance } = await import('./replay-decisions.js');
        await recordAcceptance(accepted, options);
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
  const { goBackTo } = await import('./replay-decisions.js');
  const configuration = configure(options);
  requireLog(configuration);
  assertWritable({ reads: configuration.reads });
  const done = await goBackTo(
    projections.map(({ name }) => name),
    options,
  );
  return done.map(({ projection, number: generation }) => ({ projection, generation, outcome: 'back' }));
}

function show(shown: LiveLine, { phase, projection, done, share = 0, rate = 0 }: ReplayProgress): void {
  if (phase === 'events') shown.say(formatShare('replayed', 'events', { done, share, rate }));
  else if (phase === 'comparing') shown.say(`comparing ${projection}: ${withCount(done, 'document')}`);
  else shown.say(`indexing ${projection}`);
}

function exitCode(report: readonly ReplayOutcome[]): number {
  if (report.some(({ outcome }) => outcome === 'interrupted')) return INTERRUPTED;
  return report.some(isTrouble) ? 1 : 0;
}

function isTrouble(done: ReplayOutcome): boolean {
  // Pages would show documents as they were before an event broke them.
  if ('failedDocuments' in done && (done.failedDocuments ?? 0) > 0 && done.outcome === 'dry run') return true;
  // What is in use and cannot be compared is not shown to be right.
  if (done.outcome === 'dry run')
    return (
      done.versionBefore !== undefined && (done.comparison?.different !== 0 || done.missing !== undefined)
    );
  return ['failed', 'differs', 'other events', 'events missing', 'gave up'].includes(done.outcome);
}
