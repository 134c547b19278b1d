import { EXPORT_CHECK_PATH } from '../addresses.js';
import { Document } from '../frame/document.js';
import { EmptyState } from '../parts/empty-state.js';
import { createFormats } from '../format.js';
import { ActiveFilters } from '../parts/active-filters.js';
import { FilterForm } from '../parts/filter-form.js';
import { TimelineDays } from '../parts/timeline-days.js';
import { TimelineFilters } from '../parts/timeline-filters.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import type { TimelinePage as Props } from '../view-models/timeline.js';
import { useMessages } from '../messages/use-messages.js';

export function TimelinePage(props: Props) {
  const t = useMessages();
  const { frame, heading, shows, filters, filtered, items, problems, newer, older, lookedThrough } = props;
  const formats = createFormats(frame.locale, frame.timeZone);
  const path = frame.here.split('?', 1)[0] ?? frame.here;
  return (
    <Document frame={frame} islands={['filter-form', 'live-changes']}>
      <PageHeading heading={heading} below={shows} />
      {problems.length > 0 && (
        <div className="alert alert-warning" role="alert">
          <ul className="db-refusals">
            {problems.map((problem, index) => (
              <li key={index}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      <FilterForm
        path={path}
        search={filters.search}
        searchLabel={t('timeline.search')}
        filtered={filtered}
        filtersSet={props.active.filter(({ title }) => title !== t('timeline.words')).length}
        isSearching={filters.people.search?.current}
      >
        <TimelineFilters filters={filters} />
      </FilterForm>
      <ActiveFilters {...props} />
      {props.live !== undefined && <div data-live={props.live} data-version="0" role="status" />}
      {items.length === 0 ? (
        <NothingShown {...props} path={path} />
      ) : (
        <TimelineDays items={items} order={filters.order} formats={formats} />
      )}
      {lookedThrough && (
        <p className="db-note" role="status">
          {t('timeline.lookedThrough', {
            count: lookedThrough.count,
            position: lookedThrough.position,
            at: formats.dateTime(lookedThrough.at),
          })}
        </p>
      )}
      {problems.length === 0 && <Exports here={frame.here} />}
      <Pagination
        before={{ href: newer, title: t('page.later') }}
        after={{ href: older, title: t('page.earlier') }}
      />
    </Document>
  );
}

function Exports({ here }: { readonly here: string }) {
  const t = useMessages();
  return (
    <p className="db-note db-timeline-exports">
      {t('timeline.export')}{' '}
      <a className="btn" href={dataHref(here, '.csv')} download="">
        CSV
      </a>{' '}
      <a className="btn" href={dataHref(here, '.jsonl')} download="">
        {t('timeline.jsonLines')}
      </a>{' '}
      <a className="btn" href={dataHref(here, '/print')}>
        {t('timeline.print')}
      </a>{' '}
      <a href={EXPORT_CHECK_PATH}>{t('exportCheck.link')}</a>
    </p>
  );
}

/** Filters that find nothing answer a question: auditors ask what was erased. */
function NothingShown({ filters, active, filtered, problems, path }: Props & { readonly path: string }) {
  const t = useMessages();
  const action = filtered && (
    <a className="btn" href={path}>
      {t('list.clearAll')}
    </a>
  );
  const [title, text] =
    problems.length > 0
      ? [t('timeline.notUnderstood'), t('timeline.correctFilter')]
      : filters.type === 'erasures' && active.length === 1
        ? [t('timeline.nothingErased'), t('timeline.erasuresAppear')]
        : filtered
          ? [t('list.noMatch'), t('timeline.tryOther')]
          : [t('timeline.nothing'), t('timeline.appears')];
  return (
    <div className="card">
      <EmptyState title={title} action={action}>
        {text}
      </EmptyState>
    </div>
  );
}

function dataHref(here: string, end: '.csv' | '.jsonl' | '/print'): string {
  const [path = '', query] = here.split('?', 2);
  const filters = new URLSearchParams(query);
  filters.delete('after');
  filters.delete('before');
  return `${path}${end}?${filters.toString()}`;
}
