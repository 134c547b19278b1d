import { Document } from '../frame/document.js';
import { createFormats, type Formats } from '../format.js';
import { IconCalendar, IconLeft, IconRight } from '../icons.js';
import { renderDueBadge } from '../parts/due-date.js';
import { hasApplicationTab } from '../parts/has-application-tab.js';
import { ListButton, CreateRecordButton, PageHeading } from '../parts/page-heading.js';
import { Help } from '../parts/prose.js';
import { getToneClass } from '../parts/display-value.js';
import type { CalendarDay, CalendarEntry, CalendarPage as Props } from '../view-models/calendar.js';
import { useMessages } from '../messages/use-messages.js';
import type { MessageId } from '../messages/en/all.js';

export function CalendarPage(props: Props) {
  const t = useMessages();
  const { frame, heading, help, weeks, notes, count, list, feed, open } = props;
  const formats = createFormats(frame.locale, frame.timeZone);
  const period = periodOf(props, formats);
  return (
    <Document frame={frame} width="full">
      <PageHeading heading={heading} below={t('list.records', { count })}>
        {!hasApplicationTab(list, frame) && <ListButton href={list} />}
        <a className="btn" href={feed} title={t('calendar.subscribeHint')}>
          <IconCalendar size={18} aria-hidden />
          {t('calendar.subscribe')}
        </a>
        {open && <CreateRecordButton open={open} />}
      </PageHeading>
      <Help markdown={help} />
      <Steps {...props} period={period} />
      {notes.map((note) => (
        <p key={note} className="alert alert-info">
          {note}
        </p>
      ))}
      {count === 0 && <p className="db-calendar-none">{t(nothing(props))}</p>}
      <div className="card db-calendar" tabIndex={0} role="region" aria-label={`${heading}, ${period}`}>
        <table>
          <caption className="visually-hidden">{`${heading}, ${period}`}</caption>
          <thead>
            <tr>
              {(weeks[0] ?? []).map(({ day }) => (
                <th key={day} scope="col">
                  {formats.weekday(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week, index) => (
              <tr key={index}>
                {week.map((day) => (
                  <Day key={day.day} day={day} formats={formats} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Document>
  );
}

const periodOf = ({ unit, first }: Props, formats: Formats): string =>
  unit === 'month' ? formats.monthName(first) : formats.period(first, 'week');

function nothing({ unit, partly }: Props): MessageId {
  if (unit === 'month') return partly ? 'calendar.noneVisibleInMonth' : 'calendar.noneInMonth';
  return partly ? 'calendar.noneVisibleInWeek' : 'calendar.noneInWeek';
}

function Steps({ unit, previous, next, today, month, week, period }: Props & { readonly period: string }) {
  const t = useMessages();
  return (
    <nav className="db-calendar-steps" aria-label={t('calendar.days')}>
      <div className="btn-group">
        {previous !== undefined && (
          <a
            className="btn"
            href={previous}
            aria-label={unit === 'month' ? t('calendar.monthBefore') : t('calendar.weekBefore')}
            rel="prev"
          >
            <IconLeft size={18} aria-hidden />
          </a>
        )}
        <a className="btn" href={today}>
          {t('calendar.today')}
        </a>
        {next !== undefined && (
          <a
            className="btn"
            href={next}
            aria-label={unit === 'month' ? t('calendar.monthAfter') : t('calendar.weekAfter')}
            rel="next"
          >
            <IconRight size={18} aria-hidden />
          </a>
        )}
      </div>
      <h2>{period}</h2>
      <div className="btn-group">
        <a className="btn" href={month} aria-current={unit === 'month' ? 'true' : undefined}>
          {t('calendar.month')}
        </a>
        <a className="btn" href={week} aria-current={unit === 'week' ? 'true' : undefined}>
          {t('calendar.week')}
        </a>
      </div>
    </nav>
  );
}

function Day({ day, formats }: { readonly day: CalendarDay; readonly formats: Formats }) {
  const t = useMessages();
  const { isToday, isBeside, entries, more, href } = day;
  const classes = [
    'db-calendar-day',
    isToday && 'db-calendar-day-today',
    isBeside && 'db-calendar-day-beside',
    entries.length === 0 && 'db-calendar-day-empty',
  ];
  const name = formats.dayName(day.day);
  return (
    <td className={classes.filter(Boolean).join(' ')} aria-current={isToday ? 'date' : undefined}>
      <a className="db-calendar-day-name" href={href}>
        <time dateTime={day.day}>
          <span className="db-calendar-day-number" aria-hidden>
            {Number(day.day.slice(8))}
          </span>
          <span className="db-calendar-day-words">{name}</span>
        </time>
      </a>
      {entries.length > 0 && (
        <ul>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} formats={formats} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <a
          className="db-calendar-day-more"
          href={href}
          aria-label={t('calendar.moreOn', { count: more, day: name })}
        >
          {t('calendar.more', { count: more })}
        </a>
      )}
    </td>
  );
}

function Entry({ entry, formats }: { readonly entry: CalendarEntry; readonly formats: Formats }) {
  const t = useMessages();
  const { href, label, hidden, at, state, dueInDays: days } = entry;
  const isLate = days !== undefined && days < 0;
  const classes = ['db-entry', getToneClass(state?.tone ?? 'active'), ...(isLate ? ['db-entry-late'] : [])];
  return (
    <li>
      <a className={classes.join(' ')} href={href} title={label}>
        {at !== undefined && <time dateTime={at}>{formats.time(at)} </time>}
        {hidden ? t('value.hidden') : label}
        {state && <span className="visually-hidden">, {state.title}</span>}
        {isLate && <> {renderDueBadge(days, formats)}</>}
      </a>
    </li>
  );
}
