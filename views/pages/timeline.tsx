// Page: everything that happened, newest first, by day.
import { Document } from '../frame/document.js';
import { Chooser } from '../parts/chooser.js';
import { Empty } from '../parts/empty.js';
import { formatsFor, type Formats } from '../format.js';
import { FilterForm } from '../parts/filter-form.js';
import { recordedOnce } from '../parts/recorded-once.js';
import { TimelineItem } from '../parts/timeline-item.js';
import { PageHeading } from '../parts/page-heading.js';
import { Pagination } from '../parts/pagination.js';
import type { TimelineItem as Item } from '../view-models/timeline-item.js';
import type { TimelinePage as Props } from '../view-models/timeline.js';
import { useMessages } from '../messages/use-messages.js';

export function TimelinePage(props: Props) {
  const t = useMessages();
  const { frame, heading, filters, filtered, items, problems, newer, older } = props;
  const formats = formatsFor(frame.locale, frame.timeZone);
  const happened = filters.order === 'happened';
  const path = frame.here.split('?', 1)[0] ?? frame.here;
  return (
    <Document frame={frame} islands={['filter-form']}>
      <PageHeading heading={heading} below={happened ? t('timeline.asHappened') : t('timeline.asRecorded')} />
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
        filtersSet={filtersSet(filters)}
        isSearching={filters.people.search?.current}
      >
        <Filters filters={filters} />
      </FilterForm>
      {items.length === 0 ? (
        <div className="card">
          <Empty
            title={filtered ? t('list.noMatch') : t('timeline.nothing')}
            action={
              filtered && (
                <a className="btn" href={path}>
                  {t('list.clearAll')}
                </a>
              )
            }
          >
            {filtered ? t('timeline.tryOther') : t('timeline.appears')}
          </Empty>
        </div>
      ) : (
        <Days items={recordedOnce(happened ? items : items.map(asWrittenDown))} formats={formats} />
      )}
      <Pagination
        before={{ href: newer, title: t('page.later') }}
        after={{ href: older, title: t('page.earlier') }}
      />
    </Document>
  );
}

function filtersSet({ application, record, person, type, activity, order, from, until }: Props['filters']) {
  return [application, record, person, type, activity, order, from, until].filter((value) => value !== '')
    .length;
}

function Filters({ filters }: { filters: Props['filters'] }) {
  const t = useMessages();
  const technical = filters.types.filter(({ isTechnical }) => isTechnical);
  return (
    <>
      {filters.applications.length > 0 && (
        <Choice
          name="application"
          title={t('timeline.application')}
          value={filters.application}
          options={filters.applications}
        />
      )}
      <Chooser
        name="person"
        list={filters.people}
        value={filters.person}
        blank={t('timeline.allOf', { title: t('timeline.person') })}
        title={t('timeline.person')}
        filters
        className="form-select db-choice"
        attributes={{ 'aria-label': t('timeline.person') }}
      />
      {filters.types.length > 0 && (
        <Choice
          name="type"
          title={t('timeline.kind')}
          value={filters.type}
          options={filters.types.filter(({ isTechnical }) => !isTechnical)}
          groups={technical.length > 0 ? [{ title: t('timeline.technical'), options: technical }] : []}
        />
      )}
      {filters.activities.length > 0 && (
        <Choice
          name="activity"
          title={t('timeline.activity')}
          value={filters.activity}
          groups={filters.activities}
        />
      )}
      <select
        className="form-select db-choice"
        name="order"
        aria-label={t('timeline.order')}
        defaultValue={filters.order}
      >
        <option value="">{t('timeline.orderRecorded')}</option>
        <option value="happened">{t('timeline.orderHappened')}</option>
      </select>
      <DatesAndRecord filters={filters} />
    </>
  );
}

function DatesAndRecord({ filters }: { filters: Props['filters'] }) {
  const t = useMessages();
  return (
    <>
      <label className="db-inline">
        <span>{t('filter.from')}</span>
        <input className="form-control" type="date" name="from" defaultValue={filters.from} />
      </label>
      <label className="db-inline">
        <span>{t('filter.until')}</span>
        <input className="form-control" type="date" name="until" defaultValue={filters.until} />
      </label>
      <label className="db-inline">
        <span>{t('page.record')}</span>
        <input
          className="form-control db-record-filter"
          type="text"
          name="record"
          defaultValue={filters.record}
          autoComplete="off"
        />
      </label>
    </>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly title: string;
  readonly value: string;
  readonly options?: readonly EventTypeOption[];
  readonly groups?: Props['filters']['activities'];
}

type EventTypeOption = Props['filters']['types'][number];

function Choice({ name, title, value, options = [], groups = [] }: ChoiceProps) {
  const t = useMessages();
  const all = [...options, ...groups.flatMap((group) => group.options)];
  const known = value === '' || all.some((option) => option.value === value);
  return (
    <select className="form-select db-choice" name={name} aria-label={title} defaultValue={value}>
      <option value="">{t('timeline.allOf', { title })}</option>
      {!known && <option value={value}>{value}</option>}
      {options.map(choiceOf)}
      {groups.map((group) => (
        <optgroup key={group.title} label={group.title}>
          {group.options.map(choiceOf)}
        </optgroup>
      ))}
    </select>
  );
}

const choiceOf = ({ value, title }: EventTypeOption) => (
  <option key={value} value={value}>
    {title}
  </option>
);

function Days({ items, formats }: { items: readonly Item[]; formats: Formats }) {
  return byDay(items, formats).map(([day, ofDay]) => (
    // No landmark: back-dated facts make a day come twice, and two landmarks of one name help nobody.
    <div key={ofDay[0]?.position} className="db-day">
      <h2>{formats.dayHeading(ofDay[0]?.at ?? day)}</h2>
      <ol className="card db-timeline">
        {ofDay.map((item) => (
          <li key={item.position}>
            <TimelineItem item={item} formats={formats} timeOnly />
          </li>
        ))}
      </ol>
    </div>
  ));
}

/** The other clock is told below: under a day's heading stands what was written down on it. */
function asWrittenDown(item: Item): Item {
  const { at, recordedAt, ...rest } = item;
  return recordedAt === undefined ? item : { ...rest, at: recordedAt, happenedAt: at };
}

/** Neighbours on one day in the reader's time zone stand together; their order stays as it is. */
function byDay(items: readonly Item[], formats: Formats): (readonly [string, Item[]])[] {
  const days: (readonly [string, Item[]])[] = [];
  for (const item of items) {
    const day = formats.day(item.at);
    const last = days.at(-1);
    if (last?.[0] === day) last[1].push(item);
    else days.push([day, [item]]);
  }
  return days;
}
