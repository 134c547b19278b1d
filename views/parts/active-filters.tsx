import { IconClose } from '../icons.js';
import type { TimelinePage } from '../view-models/timeline.js';
import { useMessages } from '../messages/use-messages.js';

/** The number of matches, and each filter with a link that removes it. */
export function ActiveFilters({ count, active }: Pick<TimelinePage, 'count' | 'active'>) {
  const t = useMessages();
  if (!count && active.length === 0) return null;
  return (
    <div className="db-active-filters">
      {count && (
        <p role="status">{t(count.more ? 'timeline.countMore' : 'timeline.count', { count: count.count })}</p>
      )}
      {active.length > 0 && (
        <ul>
          {active.map(({ title, value, without }) => (
            <li key={title}>
              <a className="db-chip" href={without} aria-label={t('timeline.without', { title, value })}>
                <span>
                  {title}: <b>{value}</b>
                </span>
                <IconClose size={14} aria-hidden />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
