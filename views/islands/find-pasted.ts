// Searches in batches, since the page's lists are incomplete.
import { fetchFormWithOnly } from './fetch-form.js';
import { markCellInvalid } from './cell-errors.js';
import { normalizeText } from './normalize-text.js';
import type { PastedSearch } from './paste-rows.js';
import { translateIslandMessage } from './island-messages.js';

const AT_A_TIME = 20;

/** Chooses matches, and marks the other cells. Rejects when the server is unreachable. */
export async function findPastedChoices(
  form: HTMLFormElement,
  key: string,
  searches: readonly PastedSearch[],
): Promise<void> {
  const columnOf = ({ select }: PastedSearch) => select.name.split('.').at(-1)!;
  for (const column of new Set(searches.map(columnOf)))
    await findInColumn(
      form,
      { prefix: `${key}.`, column },
      searches.filter((each) => columnOf(each) === column),
    );
}

async function findInColumn(
  form: HTMLFormElement,
  names: ColumnNames,
  searches: readonly PastedSearch[],
): Promise<void> {
  const texts = [...new Set(searches.map(({ text }) => text))];
  for (let first = 0; first < texts.length; first += AT_A_TIME) {
    const found = await find(form, names, texts.slice(first, first + AT_A_TIME));
    for (const search of searches) {
      const options = found.get(search.text);
      if (options && isOpen(search)) settle(search, options);
    }
  }
}

interface ColumnNames {
  readonly prefix: string;
  readonly column: string;
}

async function find(
  form: HTMLFormElement,
  { prefix, column }: ColumnNames,
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly HTMLOptionElement[]>> {
  const nameOf = (index: number) => `${prefix}${index}.${column}`;
  const page = await fetchFormWithOnly(form, [
    ...texts.flatMap((text, index): [string, string][] => [
      [nameOf(index), ''],
      [`_find.${nameOf(index)}`, text],
    ]),
    ['_find', nameOf(0)],
  ]);
  return new Map(
    texts.map((text, index) => {
      const chooser = `[data-chooser="${CSS.escape(nameOf(index))}"]`;
      const options = page.querySelectorAll<HTMLOptionElement>(`${chooser} select option`);
      return [text, [...options].filter(({ value }) => value !== '')];
    }),
  );
}

const isOpen = ({ select, text }: PastedSearch): boolean =>
  select.isConnected &&
  select.value === '' &&
  select.closest('td')?.querySelector<HTMLInputElement>('input[name^="_find."]')?.value === text;

function settle({ select, text }: PastedSearch, options: readonly HTMLOptionElement[]): void {
  const called = options.filter((option) => normalizeText(option.text) === normalizeText(text));
  const [option, ...others] = called.length > 0 ? called : options;
  if (!option || others.length > 0)
    return markCellInvalid(
      select,
      translateIslandMessage(option ? 'island.severalFound' : 'island.nothingFound', { text }),
    );
  select.add(new Option(option.text, option.value));
  select.value = option.value;
}
