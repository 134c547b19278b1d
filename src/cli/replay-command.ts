// `daybook replay`: builds read models again from the events, beside the ones pages are served from.
import { Command } from 'commander';
import type { GenerationComparison, DocumentDifference } from '#projections/replay/compare.js';
import type { ReplayReport, ReplayProgress } from '#projections/replay/replay-report.js';
import { configure } from '../configuration/configuration.js';
import { mustBeWritable } from '../installation/data-folder.js';
import { mustHaveLog } from './existing-log.js';
import { ask, isAtTerminal } from './ask.js';
import { CannotDo } from './cannot-do.js';
import { AS_OPTION } from './operator.js';
import { withCount } from './problems.js';
import { INTERRUPTED, prepareShutdown } from './shutdown.js';
import { lineOfShare, liveLine, type LiveLine } from './progress.js';

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
    .option('--accept', 'switch also where something differs that nobody can explain')
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

type ReplayOutcome =
  ReplayReport | { readonly projection: string; readonly generation: number; readonly outcome: 'back' };

/** Of what is written down. A dry run changes nothing. */
async function reasonFor(
  { accept, back, dryRun, reason, ...options }: ReplayCommandOptions,
  command: Command,
): Promise<{ readonly reason?: string }> {
  if (reason !== undefined || dryRun || !(accept || back)) return {};
  mustHaveLog(configure(options));
  if (!isAtTerminal())
    command.error('error: a reason is needed, and nobody is at a terminal to ask. Give one: --reason "…"');
  return { reason: await ask('Why? It stands in the log: ') };
}

async function chosen(names: readonly string[]) {
  const { allProjections } = await import('#projections/all-projections.js');
  const known = allProjections.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new CannotDo(`there is no projection “${unknown.join('”, “')}”. There are: ${known.join(', ')}.`);
  return allProjections.filter(({ name }) => names.length === 0 || names.includes(name));
}

async function rebuild(
  names: readonly string[],
  options: ReplayCommandOptions,
  onReplayed: (done: ReplayReport) => void,
): Promise<readonly ReplayReport[]> {
  const projections = await chosen(names);
  const { replayInProcesses } = await import('./replay-in-processes.js');
  const configuration = configure(options);
  mustHaveLog(configuration);
  mustBeWritable({ reads: configuration.reads });
  const shutdown = prepareShutdown({ code: INTERRUPTED });
  const shown = liveLine();
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
  mustHaveLog(configuration);
  mustBeWritable({ reads: configuration.reads });
  const done = await goBackTo(
    projections.map(({ name }) => name),
    options,
  );
  return done.map(({ projection, number: generation }) => ({ projection, generation, outcome: 'back' }));
}

function show(shown: LiveLine, { phase, projection, done, share = 0, rate = 0 }: ReplayProgress): void {
  if (phase === 'events') shown.say(lineOfShare('replayed', 'events', { done, share, rate }));
  else if (phase === 'comparing') shown.say(`comparing ${projection}: ${withCount(done, 'document')}`);
  else shown.say(`indexing ${projection}`);
}

function describeReplay(done: ReplayOutcome): string {
  const about = `${done.projection}: generation ${done.generation}`;
  if (done.outcome === 'back') return `${about} is in use again\n`;
  const compared = comparison(done);
  if (done.outcome === 'activated')
    return `${about} is in use, up to position ${done.position}; ${compared}\n${leftOut(done)}`;
  if (done.outcome === 'dry run')
    return `${about} was built up to position ${done.position} and dropped; ${compared}\n${leftOut(done)}`;
  if (done.outcome === 'differs')
    return (
      `${about} was built up to position ${done.position} and dropped: version ${done.version} of ${done.projection} has made something else ` +
      `of the same events before. ${compared}\n  Pages go on as before. Somebody or something has changed what is in use, or the program ` +
      `differs without saying so. To use what was built: daybook replay ${done.projection} --accept\n`
    );
  if (done.outcome === 'other events') return `${about} ${otherEvents(done)}\n`;
  if (done.outcome === 'interrupted')
    return `${about} was interrupted at position ${done.position}; run it again to go on from there\n`;
  if (done.outcome === 'gave up')
    return `${about} is not in use; it was built up to position ${done.position}, and the next replay goes on from there. ${done.why}\n`;
  const { event, error } = done.broken!;
  return `${about} broke at the event at position ${event.position} (${event.type} of ${event.stream}): ${error.message}\n`;
}

/** Of the documents that differ, the first one tells which event it is, as nearly as anybody can. */
function otherEvents(done: ReplayReport): string {
  const made = (done.comparison?.differences ?? []).flatMap(({ event }) => (event ? [event] : []));
  const [first] = made.sort((one, other) => one.position - other.position);
  const nearest = first
    ? `The first one that makes a difference is the event at position ${first.position} (${first.type}).`
    : 'None of them makes a difference to this read model.';
  return (
    `was built up to position ${done.position} and dropped: up to position ${done.changedUpTo}, the events of the log are not those that the read model was made from. ` +
    `Somebody has changed the log. ${nearest} ${comparison(done)}\n  Restore the log from a backup: see “Backup” in docs/operating.md.`
  );
}

function leftOut({ skipped, failedDocuments = 0 }: ReplayReport): string {
  const lines = [
    skipped > 0 && `${withCount(skipped, 'event')} left out, as admins decided`,
    failedDocuments > 0 &&
      `${withCount(failedDocuments, 'document')} behind, since an event broke them: see daybook projections`,
  ];
  return lines.map((line) => (line ? `  ${line}\n` : '')).join('');
}

function comparison({ comparison: compared, notCompared }: ReplayReport): string {
  if (!compared) return `not compared: ${notCompared}`;
  const documents = withCount(
    compared.collections.reduce((sum, each) => sum + each.documents, 0),
    'document',
  );
  if (compared.different === 0) return `${documents}, each the same as in use until now${sums(compared)}`;
  return [
    `${documents}, ${compared.different} unlike those in use until now:`,
    ...compared.differences.map(difference),
  ].join('\n  ');
}

const sums = ({ collections }: GenerationComparison) =>
  collections.map(({ collection, rebuilt }) => `\n  ${collection} sha256:${rebuilt}`).join('');

function difference({ collection, id, path, live, rebuilt, position, event }: DocumentDifference): string {
  const document = `${collection} ${id}`;
  if (path === '' && rebuilt === undefined)
    return (
      `${document}: it is in use, last changed at position ${position}, and no event in the log makes it. Either its events are missing ` +
      'from the log (daybook status names streams that somebody has cut; docs/operating.md says what brings them back), or it was not written by Daybook'
    );
  const made = event
    ? `(by the event at position ${event.position}, ${event.type})`
    : `(by no event; last changed at position ${position})`;
  if (path === '') return `${document}: it was missing until now ${made}`;
  return `${document} ${path}: until now ${inShort(live)}, built ${inShort(rebuilt)} ${made}`;
}

const MOST_SHOWN = 200;

/** Whole with --json. */
function inShort(value: DocumentDifference['live']): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)`;
}

function exitCode(report: readonly ReplayOutcome[]): number {
  if (report.some(({ outcome }) => outcome === 'interrupted')) return INTERRUPTED;
  return report.some(isTrouble) ? 1 : 0;
}

function isTrouble(done: ReplayOutcome): boolean {
  // Pages would show documents as they were before an event broke them.
  if ('failedDocuments' in done && (done.failedDocuments ?? 0) > 0 && done.outcome === 'dry run') return true;
  // What is in use and cannot be compared is not shown to be right.
  if (done.outcome === 'dry run') return done.versionBefore !== undefined && done.comparison?.different !== 0;
  return ['failed', 'differs', 'other events', 'gave up'].includes(done.outcome);
}
