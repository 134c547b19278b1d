import { markNameAsFromLog } from '#query-handling/names/look-alike-names.js';
import {
  BY_MOVE_PARAMETER,
  RECORD_IDS_PARAMETER,
  BY_VARIANT_PARAMETER,
  LONGER_THAN_SUFFIX,
  WAITS_FOR_PARAMETER,
} from '#views/addresses.js';
import { createCompleteChoiceList, type Choice } from '#views/view-models/choices.js';
import type { ListFilter } from '#views/view-models/list.js';
import type { Facets } from '#query-handling/lists/facets.js';
import type { RecordsPage } from '#query-handling/lists/list-records.js';
import { getNumberNotation } from '#specification/numbers/number-notation.js';
import { isErased } from '#specification/model/stored-value.js';
import type { Entity, Field, Screen, Specification } from '#specification/model/specification.js';
import { filterKind, type ListAddress } from '../addresses/list-address.js';
import { formatMove } from '../addresses/trace-filters.js';
import { describeMove } from '../display/move-title.js';
import { rangeEnds } from '../addresses/range-filters.js';
import { getColumnTitle } from '../display/column-title.js';
import { displayRecordName } from '../display/record-name.js';
import { displayErasedPerson, displayPersonName } from '../display/person-names.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import { getRecordLabel, type ReferenceNames } from '#query-handling/names/find-names.js';
import type { Translate } from '#views/messages/translate.js';

export interface FilterSource {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly screen: Screen;
  readonly address: ListAddress;
  readonly facets: Facets;
  /** Whether a column is readable in every record. */
  readonly open: (column: string) => boolean;
  readonly t: Translate;
  /** Locale of numbers in the filter form. */
  readonly locale: string;
  readonly page: Pick<RecordsPage, 'names'>;
}

/** Declared filters, and those set. */
export function presentFieldFilters(listing: FilterSource): readonly ListFilter[] {
  const { screen, entity, address, open, t } = listing;
  const set = address.query.filters.map(({ field }) => field);
  const byAge = entity.lifecycle.states.length > 1 ? ['stateSince'] : [];
  const keys = new Set([...screen.filters, ...byAge, ...set]);
  return [...keys].flatMap((key) => {
    const kind = open(key) ? filterKind(entity, key) : undefined;
    if (kind === undefined) return [];
    const values =
      kind === 'range' || kind === 'dates'
        ? [endOf(key, 'from', listing), endOf(key, 'until', listing)]
        : (address.values.get(kind === 'age' ? `${key}.${LONGER_THAN_SUFFIX}` : key) ?? []);
    const title = kind === 'age' ? t('list.inThisState') : getColumnTitle(entity, key, t);
    return [{ key, title, kind, values, ...optionsFor(key, values, listing) }];
  });
}

/** Numbers in the person's locale. */
function endOf(key: string, end: 'from' | 'until', { address, entity, locale }: FilterSource): string {
  const filter = address.query.filters.find(({ field }) => field === key);
  const units = filter && rangeEnds(filter)[end];
  const field = entity.fields.find((each) => each.key === key);
  if (field && typeof units === 'number') return getNumberNotation(field, locale).write(units, field.places);
  return address.values.get(`${key}.${end}`)?.[0] ?? '';
}

function optionsFor(
  key: string,
  values: readonly string[],
  { specification, entity, facets, page, t }: FilterSource,
): Pick<ListFilter, 'options'> {
  if (key === 'state')
    return {
      options: createCompleteChoiceList(
        entity.lifecycle.states.map((state) => ({ value: state.key, title: state.title })),
      ),
    };
  const field = entity.fields.find((each) => each.key === key);
  if (field && getFieldType(field).isListed) return { options: createCompleteChoiceList(field.choices) };
  const facet = facets.get(key);
  if (!facet) return {};
  const known = facet.values.map(({ value }) => value);
  const all = [...known, ...values.filter((value) => !known.includes(value))];
  const titled = all.map((value) => ({
    value,
    title: titleOf(value, field, { specification, facet: facet.names, page: page.names, t }),
  }));
  const sorted = titled.sort((one, other) => one.title.localeCompare(other.title));
  const marked = sorted.filter(({ value }) => facet.fromLogs.has(value)).map(fromLog);
  const items = [...sorted.filter(({ value }) => !facet.fromLogs.has(value)), ...marked];
  return { options: { items, search: facet.search } };
}

const fromLog = ({ value, title }: Choice): Choice => ({
  value,
  title: markNameAsFromLog(title),
});

interface ListNames {
  readonly specification: Specification;
  readonly facet: ReferenceNames;
  readonly page: ReferenceNames;
  readonly t: Translate;
}

function titleOf(id: string, field: Field | undefined, { specification, facet, page, t }: ListNames): string {
  if (!field || getFieldType(field).pointsTo !== 'record') {
    const name = facet.people.get(id) ?? page.people.get(id);
    return name !== undefined && isErased(name)
      ? displayErasedPerson(id, t)
      : displayPersonName(facet, id, t);
  }
  const found = getRecordLabel(facet, { application: specification.key, entity: field.to ?? '', id });
  return found?.title || found?.number || id;
}

/** Removable filters set by links of the process map. */
export function presentProcessMapFilters({
  address,
  entity,
  t,
}: Pick<FilterSource, 'address' | 'entity' | 't'>): readonly ListFilter[] {
  return address.query.filters.flatMap((filter): readonly ListFilter[] => {
    if ('moves' in filter) {
      const moves = filter.moves.map((move) => ({
        value: formatMove(move),
        title: describeMove(move, entity, t),
      }));
      const values = moves.map(({ value }) => value);
      return [
        {
          key: BY_MOVE_PARAMETER,
          title: t('map.madeMove'),
          kind: 'choice',
          values,
          options: createCompleteChoiceList(moves),
        },
      ];
    }
    if (!('variant' in filter)) return [];
    const options = createCompleteChoiceList([{ value: filter.variant, title: t('map.sameWay') }]);
    return [
      { key: BY_VARIANT_PARAMETER, title: t('map.way'), kind: 'choice', values: [filter.variant], options },
    ];
  });
}

/** As removable filters. */
export function presentSelectionFilter({
  address,
  page,
  t,
}: Pick<FilterSource, 'address' | 't'> & {
  readonly page: Pick<RecordsPage, 'items'>;
}): readonly ListFilter[] {
  const filter = address.query.filters.find((each) => 'ids' in each);
  if (!filter) return [];
  const items = page.items.map((record) => ({
    value: record.id,
    title: displayRecordName(record) || record.id,
  }));
  const options = createCompleteChoiceList(items);
  return [
    { key: RECORD_IDS_PARAMETER, title: t('list.selected'), kind: 'choice', values: filter.ids, options },
  ];
}

export function presentWaitingFilter({
  address,
  mayWait,
  t,
}: Pick<FilterSource, 'address' | 't'> & { readonly mayWait: boolean }): readonly ListFilter[] {
  if (!mayWait && !address.waitsForViewer) return [];
  const options = createCompleteChoiceList([{ value: 'me', title: t('list.myApproval') }]);
  const values = address.waitsForViewer ? ['me'] : [];
  return [{ key: WAITS_FOR_PARAMETER, title: t('list.waitsFor'), kind: 'choice', values, options }];
}
