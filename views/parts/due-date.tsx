import type { ReactNode } from 'react';
import type { Formats } from '../format.js';
import { useMessages } from '../messages/use-messages.js';

/** Negative when late. A function, for speed in lists. */
export function renderDueBadge(days: number, formats: Formats): ReactNode {
  const urgency = days < 0 ? 'db-deadline-late' : days <= SOON ? 'db-deadline-soon' : undefined;
  return (
    <span className={urgency ? `db-deadline ${urgency}` : 'db-deadline'}>{formatDueDate(days, formats)}</span>
  );
}

const SOON = 2;

/** “12 days late”, “due tomorrow”. */
export const formatDueDate = (days: number, formats: Formats): string =>
  days < 0
    ? useMessages()('value.late', { span: formats.span({ amount: -days, unit: 'day' }) })
    : useMessages()('value.due', { when: formats.inDays(days) });
