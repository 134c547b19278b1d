// `columns=number&columns=amount` or `columns=number,amount`: which columns a list shows, and their order.
import { COLUMNS_PARAMETER } from '#views/addresses.js';
import type { Entity, Screen } from '#specification/model/specification.js';
import type { Translate } from '#views/messages/translate.js';
import { PROPERTY_TITLES } from '../display/display-value.js';
import { MAX_QUOTED_INPUT } from '../addresses/range-filters.js';

interface ColumnContext {
  readonly entity: Entity;
  readonly screen: Screen;
  /** Whether the viewer may read the column in some record. */
  readonly mayShow: (column: string) => boolean;
  readonly t: Translate;
}

/** Every column the viewer may read, those of the screen first. */
export function listChoosableColumns({
  entity,
  screen,
  mayShow,
}: Pick<ColumnContext, 'entity' | 'screen' | 'mayShow'>): readonly string[] {
  const known = new Set([...entity.fields.map(({ key }) => key), ...Object.keys(PROPERTY_TITLES)]);
  const all = [...screen.columns.filter((key) => known.has(key)), ...known];
  return [...new Set(all)].filter(mayShow);
}

export interface ChosenColumns {
  /** undefined: those of the screen. */
  readonly columns?: readonly string[];
  /** Messages about columns that the viewer cannot choose, whether or not they exist. */
  readonly ignored: readonly string[];
}

export function readChosenColumns(parameters: URLSearchParams, context: ColumnContext): ChosenColumns {
  const texts = parameters.getAll(COLUMNS_PARAMETER).flatMap((text) => text.split(','));
  const requested = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
  const choosable = new Set(listChoosableColumns(context));
  const columns = requested.filter((key) => choosable.has(key));
  const ignored = requested.filter((key) => !choosable.has(key));
  return {
    ...(columns.length > 0 && { columns }),
    ignored: ignored
      .slice(0, MOST_MESSAGES)
      .map((key) => context.t('list.unknownColumn', { name: key.slice(0, MAX_QUOTED_INPUT) })),
  };
}

const MOST_MESSAGES = 3;
