// Narrows a list: a plain form whose address says what was chosen. The island of the same name submits it as you choose.
import { type ReactNode } from 'react';
import type { ChoiceList } from '../view-models/choices.js';
import { describeSearch, FindBox } from './chooser.js';
import type { ListFilter } from '../view-models/list.js';
import { LONGER_THAN } from '../addresses.js';
import { IconSearch } from '../icons.js';

interface Props {
  readonly path: string;
  readonly search: string;
  readonly searchLabel: string;
  readonly filtered: boolean;
  readonly children?: ReactNode;
}

export function FilterForm({ path, search, searchLabel, filtered, children }: Props) {
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
      {children}
      <button className="btn" type="submit" data-filter-submit="">
        Filter
      </button>
      {filtered && (
        <a className="btn btn-link db-clear" href={path}>
          Clear all
        </a>
      )}
    </form>
  );
}

/** One filter behind a button that says what it is set to. Names in the address: `key`, or `key.from` and `key.until`. */
export function FilterChoice({ filter }: { filter: ListFilter }) {
  const chosen = filter.values.filter((value) => value !== '');
  return (
    <details
      className={`db-filter${chosen.length > 0 ? ' db-filter-on' : ''}`}
      data-filter=""
      open={filter.options?.search?.current || undefined}
    >
      <summary className="btn">
        {filter.title}
        {chosen.length > 0 && <span className="db-filter-value">{describeFilter(filter)}</span>}
      </summary>
      <fieldset className="db-filter-panel">
        <legend>{filter.title}</legend>
        <Inputs filter={filter} />
      </fieldset>
    </details>
  );
}

function describeFilter({ kind, values, options }: ListFilter): string {
  const titles = values.map(
    (value) => options?.items.find((option) => option.value === value)?.title ?? value,
  );
  if (kind === 'boolean') return ANSWERS.find(([value]) => value === values[0])?.[1] ?? '';
  if (kind === 'age') return `longer than ${describeLength(values[0] ?? '')}`;
  if (kind !== 'range' && kind !== 'dates') return titles.join(', ');
  const [from, until] = values;
  if (!from) return `until ${until}`;
  return until ? `${from} – ${until}` : `from ${from}`;
}

/** A number of days, or a duration as it was written. */
function describeLength(text: string): string {
  if (!/^\d+$/.test(text)) return text;
  return Number(text) === 1 ? '1 day' : `${text} days`;
}

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
  return (
    <div className="db-boxes">
      {list.search && (
        <>
          <FindBox name={key} title={title} search={list.search} filters />
          <p className="form-hint" role="status">
            {describeSearch(list.search)}
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
  ['', 'All'],
  ['true', 'Yes'],
  ['false', 'No'],
  ['none', 'Not answered'],
] as const;

function YesNo({ filter: { key, values } }: { filter: ListFilter }) {
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
          <span className="form-check-label">{title}</span>
        </label>
      ))}
    </div>
  );
}

function LongerThan({ filter: { key, values } }: { filter: ListFilter }) {
  return (
    <label className="db-longer-than">
      <span>Longer than</span>
      <input
        className="form-control"
        type="text"
        inputMode="numeric"
        name={`${key}.${LONGER_THAN}`}
        defaultValue={values[0] ?? ''}
        autoComplete="off"
      />
      <span>days</span>
    </label>
  );
}

function Range({ filter, ...type }: { filter: ListFilter; type: string; inputMode?: 'decimal' }) {
  return (
    <div className="db-range">
      {(['from', 'until'] as const).map((end, index) => (
        <label key={end}>
          <span>{end === 'from' ? 'From' : 'Until'}</span>
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
