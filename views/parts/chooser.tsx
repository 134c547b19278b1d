import { CHOICE_SEARCH_INPUT, RENDERED_CHOICE_SEARCH } from '../addresses.js';
import type { Choice, ChoiceList, ChoiceSearch } from '../view-models/choices.js';
import type { Translate } from '../messages/translate.js';
import { useMessages } from '../messages/use-messages.js';

interface Props {
  readonly name: string;
  readonly list: ChoiceList;
  readonly value: string;
  /** Label of no choice; undefined: required. */
  readonly blank?: string;
  readonly title: string;
  readonly filters?: boolean;
  readonly className?: string;
  readonly attributes?: Readonly<Record<string, unknown>> & { readonly 'aria-describedby'?: string };
}

export function Chooser(props: Props) {
  const t = useMessages();
  const { name, list, value, title, filters, attributes } = props;
  if (list.search === null)
    return list.lately ? (
      <div className="db-chooser" data-chooser={name}>
        <Select {...props} />
        <p className="form-hint" role="status" />
      </div>
    ) : (
      <Select {...props} />
    );
  const about = `find-${name}`;
  const described = [attributes?.['aria-describedby'], about].filter(Boolean).join(' ');
  return (
    <div className="db-chooser" data-chooser={filters ? undefined : name}>
      <Select
        {...props}
        attributes={{
          ...attributes,
          'aria-describedby': described,
          autoFocus: list.search.current || attributes?.['autoFocus'],
        }}
      />
      <FindBox name={name} title={title} search={list.search} filters={filters} />
      <p
        className="form-hint"
        id={about}
        role="status"
        data-typing={describeSearch(t, list.search, { hasChosen: value !== '', isTyping: true })}
      >
        {describeSearch(t, list.search, { hasChosen: value !== '' })}
      </p>
    </div>
  );
}

function Select({ name, list, value, blank, className = 'form-select', attributes }: Props) {
  const known = value === '' || list.items.some((choice) => choice.value === value);
  return (
    <select {...attributes} name={name} className={className} defaultValue={value}>
      {blank !== undefined && <option value="">{blank}</option>}
      {!known && <option value={value}>{value}</option>}
      <Options list={list} />
    </select>
  );
}

/** Recent choices first. */
function Options({ list: { items, lately = [], search } }: Pick<Props, 'list'>) {
  const t = useMessages();
  const isLately = ({ value }: Choice) => lately.includes(value);
  if (lately.length === 0) return items.map(optionOf);
  const others = items.filter((choice) => !isLately(choice));
  return (
    <>
      <optgroup label={t('choose.lately')}>{items.filter(isLately).map(optionOf)}</optgroup>
      {others.length > 0 && (
        <optgroup label={search ? t('choose.now') : t('choose.others')}>{others.map(optionOf)}</optgroup>
      )}
    </>
  );
}

const optionOf = ({ value, title }: Choice) => (
  <option key={value} value={value}>
    {title}
  </option>
);

interface FindBoxProps extends Pick<Props, 'name' | 'title' | 'filters'> {
  readonly search: ChoiceSearch;
}

export function FindBox({ name, title, search, filters }: FindBoxProps) {
  const t = useMessages();
  return (
    <div className="db-find">
      <input
        className="form-control"
        type="text"
        name={`${CHOICE_SEARCH_INPUT}.${name}`}
        defaultValue={search.text}
        placeholder={t('choose.part')}
        aria-label={t('choose.partOf', { title })}
        autoComplete="off"
      />
      {!filters && <input type="hidden" name={`${RENDERED_CHOICE_SEARCH}.${name}`} value={search.text} />}
      <button
        className="btn"
        type="submit"
        name={filters ? undefined : CHOICE_SEARCH_INPUT}
        value={filters ? undefined : name}
        aria-label={t('choose.findNamed', { title })}
      >
        {t('signIn.find')}
      </button>
    </div>
  );
}

interface SearchContext {
  readonly hasChosen?: boolean;
  /** Searches while typing. */
  readonly isTyping?: boolean;
}

export function describeSearch(t: Translate, search: ChoiceSearch, context: SearchContext = {}): string {
  const { text, found, count } = search;
  const all = t(count.more ? 'choose.moreThan' : 'choose.count', { count: count.count });
  if (text === '') return describeAll(t, { found, all }, context);
  if (count.count === 0) return t('search.nothing', { text });
  if (count.more || found < count.count) return t('choose.foundPart', { found, all });
  return t('choose.found', { found });
}

function describeAll(
  t: Translate,
  { found, all }: { readonly found: number; readonly all: string },
  { hasChosen, isTyping }: SearchContext,
): string {
  if (found > 0) return t(isTyping ? 'choose.shownTyping' : 'choose.shown', { found, all });
  if (hasChosen) return t(isTyping ? 'choose.anotherTyping' : 'choose.another', { all });
  return t(isTyping ? 'choose.amongTyping' : 'choose.among', { all });
}
