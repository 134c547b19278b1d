import type { ReactNode } from 'react';
import { NUMBER_LOCALE_PARAMETER } from '../addresses.js';
import type { Formats } from '../format.js';
import { useMessages } from '../messages/use-messages.js';
import type { ListFilter } from '../view-models/list.js';
import { countSetFilters, FilterMenu, FilterForm, hasChoiceSearch } from './filter-form.js';

interface Props {
  readonly path: string;
  readonly heading: string;
  readonly search: string;
  readonly filtered: boolean;
  readonly filters: readonly ListFilter[];
  readonly locale: string;
  readonly formats: Formats;
  /** Hidden inputs that filtering keeps. */
  readonly children?: ReactNode;
}

/** Filters and search of a list, a board or a process map. */
export function ScreenFilters(props: Props) {
  const { heading, filters, locale, formats, children, ...form } = props;
  const t = useMessages();
  return (
    <FilterForm
      {...form}
      searchLabel={t('list.searchIn', { list: heading })}
      filtersSet={countSetFilters(filters)}
      isSearching={hasChoiceSearch(filters)}
    >
      {filters.some(({ kind }) => kind === 'range') && (
        <input type="hidden" name={NUMBER_LOCALE_PARAMETER} value={locale} />
      )}
      {children}
      {filters.map((filter) => (
        <FilterMenu key={filter.key} filter={filter} formats={formats} />
      ))}
    </FilterForm>
  );
}
