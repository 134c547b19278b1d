import { toPrintableLine } from '#platform/to-printable-line.js';
import { formatIgnoreOption } from '#domain/record/import/format-ignore-option.js';
import { formatCount } from '#platform/format-count.js';
import type { IssueCause, ImportReport } from '../import/import-report.js';

/** Longer lists are replaced by causes. */
const MOST_LINES = 100;
const MOST_CAUSES = 50;

export function describeImport(
  log: string,
  report: ImportReport,
  { dryRun = false }: { readonly dryRun?: boolean },
): string {
  const issueCount = report.causes.reduce((sum, { count }) => sum + count, 0);
  const grouped = dryRun || issueCount > MOST_LINES;
  const lines = [
    ...(grouped ? describeCauses(log, report.causes) : lineByLine(log, report)),
    ...describeLeftOut(report, dryRun),
    totals(report, dryRun),
    ...(report.unsent > 0
      ? [
          `${formatCount(report.unsent, 'call or mail', 'calls and mails')} not sent: a history tells of the past`,
        ]
      : []),
    ...(grouped && !dryRun
      ? [`The first ${formatCount(report.refusals.length, 'refused trace')}, line by line: --json`]
      : []),
  ];
  return lines.map((line) => `${toPrintableLine(line)}\n`).join('');
}

const LONGEST_NAME = 80;
const named = (trace: string): string =>
  trace.length > LONGEST_NAME ? `${trace.slice(0, LONGEST_NAME)}…` : trace;

function lineByLine(log: string, { refusals }: ImportReport): readonly string[] {
  return refusals.flatMap(({ trace, misfits: misfits }) =>
    misfits.map(
      ({ line, message, remedy }) =>
        `${log}:${line}: ${named(trace)}: ${[message, remedy].filter(Boolean).join(' — ')}`,
    ),
  );
}

function describeCauses(log: string, causes: readonly IssueCause[]): readonly string[] {
  const shown = causes.slice(0, MOST_CAUSES).flatMap((cause) => describeCause(log, cause));
  const more = causes.length - MOST_CAUSES;
  return more > 0 ? [...shown, `… and ${formatCount(more, 'other cause')}: --json`] : shown;
}

function describeCause(
  log: string,
  { cause, count, line, trace, message, remedy }: IssueCause,
): readonly string[] {
  const words = cause === message ? '' : `: ${message}`;
  const first = `${count.toLocaleString('en')} × ${cause}; first at ${log}:${line} (${named(trace)})${words}`;
  return remedy ? [first, `    ${remedy}`] : [first];
}

function describeLeftOut(
  { leftOut: leftOut, twice: twice, ofTheLog: ofTheLog, notMet: notMet }: ImportReport,
  dryRun: boolean,
): readonly string[] {
  const transitions = Object.entries(leftOut);
  const events = transitions.reduce((sum, [, count]) => sum + count, 0);
  const which = transitions
    .map(([transition, count]) => `${count.toLocaleString('en')} × ${transition}`)
    .join(', ');
  return [
    ...notMet.map(
      (key) => `${formatIgnoreOption(key)} left nothing out: no case and no event has such an attribute`,
    ),
    ...(events > 0 ? [`${formatCount(events, 'event')} left out by --only: ${which}`] : []),
    ...(twice > 0
      ? [
          `${formatCount(twice, 'time')} without a zone came twice as clocks were set back: the earlier was taken`,
        ]
      : []),
    ...(dryRun && ofTheLog > 0
      ? [`${formatCount(ofTheLog, 'attribute')} of the log itself, besides its cases, not taken over`]
      : []),
  ];
}

function totals(
  { traces, imported, grown: grown, already: already, events, refused }: ImportReport,
  dryRun: boolean,
): string {
  const all = formatCount(traces, 'trace');
  const number = (count: number) => count.toLocaleString('en');
  const more = grown > 0 ? `, ${number(grown)} grown` : '';
  const would = dryRun ? 'Nothing was written. ' : '';
  return `${would}${all}: ${number(imported)} imported${more} (${formatCount(events, 'event')}), ${number(already)} here already, ${number(refused)} refused`;
}
