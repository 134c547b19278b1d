// A GET form; the island submits it on change.
import { type ReactNode } from 'react';
import type { ChoiceList } from '../view-models/choices.js';
import { describeSearch, FindBox } from './chooser.js';
import type { ListFilter } from '../view-models/list.js';
import { LONGER_THAN_SUFFIX } from '../addresses.js';
import type { Formats } from '../format.js';
import { IconSearch } from '../icons.js';
import { useMessages } from '../messages/use-messages.js';
import type { Translate } from '../messages/translate.js';

interface Props {
  readonly path: string;
  readonly search: string;
  readonly searchLabel: string;
  readonly filtered: boolean;
  readonly filtersSet?: number;
  readonly isSearching?: boolean | undefined;
  readonly children?: ReactNode;
}

export function FilterForm({
  path,
  search,
  searchLabel,
  filtered,
  filtersSet = 0,
  isSearching = false,
  children,
}: Props) {
  const t = useMessages();
  return (
    <form className="db-filters" method="get" action={path} role="search" data-filter-form="">
      <div className="db-search">
        <IconSearch size={16} aria-hidden />
        <input
          className="form-control"
          type="search"
          name="q"
          aria-label={searchLabel}
          placeholder={searchLabel}
          defaultValue={search}
          autoComplete="off"
        />
      </div>
      {children && (
        <details className="db-folded-filters" open={isSearching || undefined}>
          <summary className="btn" data-swap="filters">
            {t('filter.filters', { count: filtersSet })}
          </summary>
          {children}
        </details>
      )}
      <button className="btn" type="submit" data-filter-submit="">
        {t('filter.filter')}
      </button>
      <span data-swap="clear">
        {filtered && (
          <a className="btn btn-link db-clear" href={path}>
            {t('filter.clear')}
          </a>
        )}
      </span>
    </form>
  );
}

export const hasChoiceSearch = (filters: readonly Pick<ListFilter, 'options'>[]): boolean =>
  filters.some(({ options }) => options?.search?.current === true);

export const countSetFilters = (filters: readonly Pick<ListFilter, 'values'>[]): number =>
  filters.filter(({ values }) => values.some((value) => value !== '')).length;

/** Parameters: `key`, or `key.from` and `key.until`. */
export function FilterMenu({ filter, formats }: { filter: ListFilter; formats: Formats }) {
  const isSet = countSetFilters([filter]) > 0;
  return (
    <details className="db-filter" data-filter="" open={filter.options?.search?.current || undefined}>
      <summary className="btn" data-swap={`filter-${filter.key}`}>
        {filter.title}
        {isSet && <span className="db-filter-value">{describeFilter(filter, formats)}</span>}
      </summary>
      <fieldset className="db-filter-panel">
        <legend>{filter.title}</legend>
        <Inputs filter={filter} />
      </fieldset>
    </details>
  );
}

const RANGES: ReadonlySet<ListFilter['kind']> = new Set(['range', 'dates']);

function describeFilter({ kind, values, options }: ListFilter, formats: Formats): string {
  const t = useMessages();
  const titles = values.map(
    (value) => options?.items.find((option) => option.value === value)?.title ?? value,
  );
  if (kind === 'boolean') {
    const answer = ANSWERS.find(([value]) => value === values[0])?.[1];
    return answer === undefined ? '' : t(answer);
  }
  if (kind === 'age') return describeAge(t, values[0] ?? '');
  if (!RANGES.has(kind)) return titles.join(', ');
  const [from, until] = kind === 'dates' ? values.map((value) => formats.date(value)) : values;
  if (!from) return t('filter.untilValue', { value: until ?? '' });
  return until ? `${from} – ${until}` : t('filter.fromValue', { value: from });
}

/** `text`: days or a duration. */
const describeAge = (t: Translate, text: string): string =>
  /^\d+$/.test(text)
    ? t('filter.longerThanDays', { count: Number(text) })
    : t('filter.longerThanValue', { value: text });

function Inputs({ filter }: { filter: ListFilter }) {
  switch (filter.kind) {
    case 'range':
      return <Range filter={filter} type="text" inputMode="decimal" />;
    case 'dates':
      return <Range filter={filter} type="date" />;
    case 'age':
      return <LongerThan filter={filter} />;
    case 'boolean':
      return <YesNo filter={filter} />;
    case 'text':
      return <Text filter={filter} />;
    case 'choice':
    case 'user':
      return filter.options ? <Boxes filter={filter} list={filter.options} /> : <Text filter={filter} />;
  }
}

function Text({ filter }: { filter: ListFilter }) {
  return (
    <input
      className="form-control"
      type="text"
      name={filter.key}
      aria-label={filter.title}
      defaultValue={filter.values[0] ?? ''}
      autoComplete="off"
    />
  );
}

interface BoxesProps {
  readonly filter: ListFilter;
  readonly list: ChoiceList;
}

function Boxes({ filter: { key, title, values }, list }: BoxesProps) {
  const t = useMessages();
  return (
    <div className="db-boxes">
      {list.search && (
        <>
          <FindBox name={key} title={title} search={list.search} filters />
          <p className="form-hint" role="status">
            {describeSearch(t, list.search)}
          </p>
        </>
      )}
      {list.items.map((option) => (
        <label className="form-check" key={option.value}>
          <input
            className="form-check-input"
            type="checkbox"
            name={key}
            value={option.value}
            defaultChecked={values.includes(option.value)}
          />
          <span className="form-check-label">{option.title}</span>
          {option.count !== undefined && <span className="db-count">{option.count}</span>}
        </label>
      ))}
    </div>
  );
}

const ANSWERS = [
  ['', 'filter.all'],
  ['true', 'value.yes'],
  ['false', 'value.no'],
  ['none', 'filter.notAnswered'],
] as const;

function YesNo({ filter: { key, values } }: { filter: ListFilter }) {
  const t = useMessages();
  return (
    <div className="db-boxes">
      {ANSWERS.map(([value, title]) => (
        <label className="form-check" key={value}>
          <input
            className="form-check-input"
            type="radio"
            name={key}
            value={value}
            defaultChecked={(values[0] ?? '') === value}
          />
          <span className="form-check-label">{t(title)}</span>
        </label>
      ))}
    </div>
  );
}
function LongerThan({ filter: { key, values } }: { filter: ListFilter }) {
  const t = useMessages();
  return (
    <label className="db-longer-than">
      <span>{t('filter.longerThan')}</span>
      <input
        className="form-control"
        type="text"
        inputMode="numeric"
        name={`${key}.${LONGER_THAN_SUFFIX}`}
        defaultValue={values[0] ?? ''}
        autoComplete="off"
      />
      <span>{t('filter.days')}</span>
    </label>
  );
}

function Range({ filter, ...type }: { filter: ListFilter; type: string; inputMode?: 'decimal' }) {
  const t = useMessages();
  return (
    <div className="db-range">
      {(['from', 'until'] as const).map((end, index) => (
        <label key={end}>
          <span>{end === 'from' ? t('filter.from') : t('filter.until')}</span>
          <input
            className="form-control"
            {...type}
            name={`${filter.key}.${end}`}
            defaultValue={filter.values[index] ?? ''}
            autoComplete="off"
          />
        </label>
      ))}
    </div>
  );
}
