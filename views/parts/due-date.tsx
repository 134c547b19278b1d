// How soon a date is due, in words and in colour: the same on lists, boards, calendars and records.
import type { ReactNode } from 'react';
import type { Formats } from '../format.js';
import { useMessages } from '../messages/use-messages.js';

/** `days`: from today, negative where it is late. A function, not a component: a list has many. */
export function dueBadge(days: number, formats: Formats): ReactNode {
  const urgency = days < 0 ? 'db-deadline-late' : days <= SOON ? 'db-deadline-soon' : undefined;
  return <span className={urgency ? `db-deadline ${urgency}` : 'db-deadline'}>{dueText(days, formats)}</span>;
}

/** Days on which something is about to be due. */
const SOON = 2;

/** “12 days late”, “due tomorrow”. */
export const dueText = (days: number, formats: Formats): string =>
  days < 0
    ? useMessages()('value.late', { span: formats.span({ amount: -days, unit: 'day' }) })
    : useMessages()('value.due', { when: formats.inDays(days) });
