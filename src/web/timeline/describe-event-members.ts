import { type EventMember, toDescribedMember, type Visibility } from '#domain/event.js';
import type { EventWords } from '#query-handling/timeline/event-wording.js';
import type { EventPayload, VisibleEvent } from '#query-handling/timeline/redact-event.js';
import { isHidden } from '#query-handling/visibility/visible-records.js';
import type { Translate } from '#views/messages/translate.js';
import { formatUnreadable } from '#views/parts/display-value.js';
import type { TimelineItem } from '#views/view-models/timeline-item.js';
import { presentEventChanges, presentSubmittedFields } from './event-changes.js';
import type { TimelineContext } from './timeline-context.js';

export type EventDescription = Pick<
  TimelineItem,
  'verb' | 'verbNow' | 'quoted' | 'takesObject' | 'isSentence' | 'joined' | 'moved' | 'text' | 'proposes'
> & {
  readonly changes?: TimelineItem['changes'];
};

export function describeEventMembers(
  data: EventPayload,
  members: Readonly<Record<string, EventMember>>,
  { words, redacted }: Pick<VisibleEvent, 'words' | 'redacted'>,
  context: TimelineContext,
): Omit<EventDescription, 'verb'> {
  const shown = (kind: Visibility) =>
    Object.keys(members).find((key) => toDescribedMember(members[key]!).visibility === kind);
  const values = shown('values');
  const proposed = shown('proposed changes');
  // Approvals of earlier versions changed the record at once.
  const proposes = proposed !== undefined && !('changes' in data);
  const changed = proposes ? proposed : shown('changes');
  const isAction = 'action' in members;
  // An action may change nothing; a change does not.
  const hides = (those: unknown) => (isAction ? isHidden(those) : redacted);
  const about = { words, context };
  return {
    ...(values !== undefined && {
      changes: presentSubmittedFields(data[values] as EventPayload | undefined, about),
    }),
    ...('to' in members && isAction && tellMove(words, String(data['from']), String(data['to']))),
    ...(changed !== undefined && presentEventChanges(data[changed], hides(data[changed]), about)),
    ...(proposes && { proposes }),
    ...('text' in members && { text: excerptText(shownText(data['text'], context.t), context) }),
    ...tellSignature(data['signature'], context.t),
  };
}

function tellMove(words: EventWords, from: string, to: string): Pick<TimelineItem, 'moved'> {
  return from === to ? {} : { moved: { from: words.state(from), to: words.state(to) } };
}

export const excerptText = (text: string, { excerpt }: TimelineContext): string =>
  excerpt?.text(text) ?? text;

function shownText(value: unknown, t: Translate): string {
  if (typeof value === 'string') return value;
  if (isHidden(value)) return t('value.hidden');
  return formatUnreadable(value, t) ?? t('value.erased');
}

/** Name and time are shown with the event. */
function tellSignature(signature: unknown, t: Translate): Pick<EventDescription, 'text'> {
  if (typeof signature !== 'object' || signature === null || !('meaning' in signature)) return {};
  return { text: t('timeline.signed', { meaning: String(signature.meaning) }) };
}
