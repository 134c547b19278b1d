import type { GenerationComparison, DocumentDifference } from '#projections/replay/compare-generations.js';
import type { EventsMissingFromLog, ReplayReport } from '#projections/replay/replay-report.js';
import { formatCount } from '#platform/format-count.js';

export type ReplayOutcome =
  ReplayReport | { readonly projection: string; readonly generation: number; readonly outcome: 'back' };

export function describeReplay(done: ReplayOutcome): string {
  const about = `${done.projection}: generation ${done.generation}`;
  if (done.outcome === 'back') return `${about} is in use again\n`;
  const compared = comparison(done);
  const missing = done.missing ? `  ${missingEvents(done.missing)}\n` : '';
  if (done.outcome === 'activated')
    return `${about} is in use, up to position ${done.position}; ${compared}\n${missing}${leftOut(done)}`;
  if (done.outcome === 'dry run')
    return `${about} was built up to position ${done.position} and dropped; ${compared}\n${missing}${leftOut(done)}`;
  const dropped = whyDropped(done);
  if (dropped) return `${about} was built up to position ${done.position} and dropped: ${dropped}\n`;
  if (done.outcome === 'interrupted')
    return `${about} was interrupted at position ${done.position}; run it again to go on from there\n`;
  if (done.outcome === 'gave up')
    return `${about} is not in use; it was built up to position ${done.position}, and the next replay goes on from there. ${done.why}\n`;
  const { event, error } = done.broken!;
  return `${about} broke at the event at position ${event.position} (${event.type} of ${event.stream}): ${error.message}\n`;
}

function whyDropped(done: ReplayReport): string | undefined {
  const { outcome, projection, version } = done;
  if (outcome === 'differs')
    return (
      `version ${version} of ${projection} has made something else of the same events before. ${comparison(done)}\n` +
      '  Pages go on as before. Somebody or something has changed what is in use, or the program ' +
      `differs without saying so. To use what was built: daybook replay ${projection} --accept`
    );
  if (outcome === 'other events') return otherEvents(done);
  if (outcome === 'events missing')
    return (
      `${missingEvents(done.missing!)}\n  Put the right log back: see “Backup” in docs/operating.md. ` +
      `If this is the log from now on: daybook replay ${projection} --accept --reason "…"`
    );
  return undefined;
}

function missingEvents({ upTo, atLeast }: EventsMissingFromLog): string {
  const { position, stream, version } = upTo;
  const last = stream === undefined ? '' : ` (${stream}, version ${version})`;
  const many =
    atLeast === undefined
      ? ''
      : ` At least ${formatCount(atLeast, 'event')} ${atLeast === 1 ? 'is' : 'are'} gone.`;
  return `what is in use was made from events up to position ${position}${last}, and the log lacks some of them.${many}`;
}

function otherEvents(done: ReplayReport): string {
  const made = (done.comparison?.differences ?? []).flatMap(({ event }) => (event ? [event] : []));
  const [first] = made.sort((one, other) => one.position - other.position);
  const nearest = first
    ? `The first one that makes a difference is the event at position ${first.position} (${first.type}).`
    : 'None of them makes a difference to this read model.';
  return (
    `up to position ${done.changedUpTo}, the events of the log are not those that the read model was made from. ` +
    `Somebody has changed the log. ${nearest} ${comparison(done)}\n  Restore the log from a backup: see “Backup” in docs/operating.md.`
  );
}

function leftOut({ skipped, failedDocuments = 0 }: ReplayReport): string {
  const lines = [
    skipped > 0 && `${formatCount(skipped, 'event')} left out, as admins decided`,
    failedDocuments > 0 &&
      `${formatCount(failedDocuments, 'document')} behind, since an event broke them: see daybook projections`,
  ];
  return lines.map((line) => (line ? `  ${line}\n` : '')).join('');
}

function comparison({ comparison: compared, notCompared }: ReplayReport): string {
  if (!compared) return `not compared: ${notCompared}`;
  const documents = formatCount(
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

/** `--json` has it whole. */
function inShort(value: DocumentDifference['live']): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)`;
}
