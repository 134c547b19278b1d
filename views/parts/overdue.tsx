import type { Formats } from '../format.js';
import { useMessages } from '../messages/use-messages.js';
import type { Overdue } from '../view-models/overdue.js';

/** A function, for speed in lists. */
export function formatOverdue(overdue: Overdue, formats: Formats): string {
  const t = useMessages();
  const { title } = overdue;
  if ('day' in overdue) return t('value.overdueDate', { title, day: formats.date(overdue.day) });
  const { at, limit, isWorking } = overdue;
  const day = formats.date(formats.day(at));
  if (!limit) return t('value.overdueTimer', { title, day });
  const span = formats.span(limit);
  return t(isWorking ? 'value.overdueWorkingLimit' : 'value.overdueLimit', { span, day });
}
