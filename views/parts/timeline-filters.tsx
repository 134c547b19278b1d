import { type ReactNode } from 'react';
import type { OptionGroup, TimelineFilters as Filters } from '../view-models/timeline.js';
import { useMessages } from '../messages/use-messages.js';
import { Chooser } from './chooser.js';

/** The most used filters; the others are folded, except where one is set. */
export function TimelineFilters({ filters }: { filters: Filters }) {
  const t = useMessages();
  const titles = { person: t('timeline.person'), application: t('timeline.application') };
  return (
    <>
      <Chooser
        name="person"
        list={filters.people}
        value={filters.person}
        blank={t('timeline.allOf', { title: titles.person })}
        title={titles.person}
        filters
        className="form-select db-choice"
        attributes={{ 'aria-label': titles.person }}
      />
      <Choice
        name="type"
        title={t('timeline.kind')}
        value={filters.type}
        options={filters.kinds}
        groups={filters.types}
      />
      {filters.applications.length > 0 && (
        <Choice
          name="application"
          title={titles.application}
          value={filters.application}
          options={filters.applications}
        />
      )}
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
      <Choice name="month" title={t('timeline.month')} value={filters.month} options={filters.months} />
      <Range
        name=""
        title={t('timeline.happened')}
        type="date"
        ends={[filters.from, filters.until]}
        isInline
      />
      <MoreFilters filters={filters} />
    </>
  );
}

/** Limits for approvals given too fast to have been read. */
const MINUTES = [1, 5, 60];

function MoreFilters({ filters }: { filters: Filters }) {
  const t = useMessages();
  const { activity, field, value, as, program, within, chosenOrder, time, recorded, positions } = filters;
  const ends = [time, recorded, positions].map((range) => range.join(''));
  const set = [activity, field, value, as, program, within, chosenOrder, ...ends].filter(
    (each) => each !== '',
  ).length;
  return (
    <details className="db-more-filters" id="more-filters" open={set > 0 || undefined}>
      <summary className="btn">{t('timeline.more', { count: set })}</summary>
      <div className="db-more-filters-grid">
        <LabelledChoice
          name="activity"
          title={t('timeline.activity')}
          value={activity}
          groups={filters.activities}
        />
        <LabelledChoice name="field" title={t('timeline.field')} value={field} groups={filters.fields} />
        <Labelled title={t('timeline.value')}>
          <input className="form-control" type="text" name="value" defaultValue={value} autoComplete="off" />
        </Labelled>
        <LabelledChoice
          name="as"
          title={t('timeline.as')}
          value={as}
          options={[
            { value: 'deputy', title: t('timeline.asDeputy') },
            { value: 'opener', title: t('timeline.asOpener') },
          ]}
        />
        {(filters.programs.length > 0 || program !== '') && (
          <LabelledChoice
            name="program"
            title={t('timeline.program')}
            value={program}
            options={filters.programs}
          />
        )}
        <LabelledChoice
          name="within"
          title={t('timeline.within')}
          value={within}
          options={MINUTES.map((count) => ({
            value: String(count),
            title: t('timeline.withinMinutes', { count }),
          }))}
        />
        <Range name="time." title={t('timeline.timeOfDay')} type="time" ends={time} />
        <Range name="recorded." title={t('timeline.recorded')} type="date" ends={recorded} />
        <Range
          name="position."
          title={t('timeline.position')}
          type="text"
          inputMode="numeric"
          ends={positions}
        />
        <LabelledChoice
          name="order"
          title={t('timeline.order')}
          value={chosenOrder}
          blank={t('timeline.orderAutomatic')}
          options={[
            { value: 'recorded', title: t('timeline.orderRecorded') },
            { value: 'happened', title: t('timeline.orderHappened') },
          ]}
        />
      </div>
    </details>
  );
}

function Labelled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <label className="db-labelled">
      <span>{title}</span>
      {children}
    </label>
  );
}

interface RangeProps {
  /** Before `from` and `until`. */
  readonly name: string;
  readonly title: string;
  readonly type: 'date' | 'time' | 'text';
  readonly inputMode?: 'numeric';
  readonly ends: readonly [string, string];
  readonly isInline?: boolean;
}

function Range({ name, title, type, inputMode, ends, isInline = false }: RangeProps) {
  const t = useMessages();
  return (
    <fieldset className={isInline ? 'db-inline' : 'db-labelled'}>
      <legend>{title}</legend>
      <span className="db-ends">
        {(['from', 'until'] as const).map((end, index) => (
          <label key={end}>
            <span className={isInline ? undefined : 'visually-hidden'}>
              {end === 'from' ? t('filter.from') : t('filter.until')}
            </span>
            <input
              className="form-control"
              type={type}
              inputMode={inputMode}
              name={`${name}${end}`}
              defaultValue={ends[index]}
              autoComplete="off"
            />
          </label>
        ))}
      </span>
    </fieldset>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly title: string;
  readonly value: string;
  readonly options?: OptionGroup['options'];
  readonly groups?: readonly OptionGroup[];
}

const Choice = (props: ChoiceProps) => {
  const t = useMessages();
  const { title } = props;
  return (
    <Select
      {...props}
      blank={t('timeline.allOf', { title })}
      className="form-select db-choice"
      label={title}
    />
  );
};

function LabelledChoice({ title, blank, ...choice }: ChoiceProps & { readonly blank?: string }) {
  const t = useMessages();
  return (
    <Labelled title={title}>
      <Select {...choice} blank={blank ?? t('timeline.all')} className="form-select" />
    </Labelled>
  );
}

interface SelectProps extends Omit<ChoiceProps, 'title'> {
  readonly blank: string;
  readonly className: string;
  readonly label?: string;
}

function Select({ name, value, blank, className, label, options = [], groups = [] }: SelectProps) {
  const all = [...options, ...groups.flatMap((group) => group.options)];
  const known = value === '' || all.some((option) => option.value === value);
  return (
    <select className={className} name={name} aria-label={label} defaultValue={value}>
      <option value="">{blank}</option>
      {!known && <option value={value}>{value}</option>}
      {options.map(optionOf)}
      {groups.map((group) => (
        <optgroup key={group.title} label={group.title}>
          {group.options.map(optionOf)}
        </optgroup>
      ))}
    </select>
  );
}

const optionOf = ({ value, title }: OptionGroup['options'][number]) => (
  <option key={value} value={value}>
    {title}
  </option>
);
