// Looks up pasted titles among the records and people that a cell may point to, many at a time: a list that is searched does not have them all.
import { askWith } from './ask-form.js';
import { markCell } from './cell-errors.js';
import { normalizeText } from './normalize-text.js';
import type { PastedSearch } from './paste-rows.js';
import { word } from './words.js';

/** One answer of the server looks for so many different texts. */
const AT_A_TIME = 20;

/** Chooses what is found, and says at the other cells why nothing is chosen. Rejects where the server is not reached. */
export async function findPasted(
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

/** Inputs are called `lines.0.supplier`. */
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
  const page = await askWith(form, [
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

/** Nothing was chosen or typed there meanwhile. */
const isOpen = ({ select, text }: PastedSearch): boolean =>
  select.isConnected &&
  select.value === '' &&
  select.closest('td')?.querySelector<HTMLInputElement>('input[name^="_find."]')?.value === text;

function settle({ select, text }: PastedSearch, options: readonly HTMLOptionElement[]): void {
  const called = options.filter((option) => normalizeText(option.text) === normalizeText(text));
  const [option, ...others] = called.length > 0 ? called : options;
  if (!option || others.length > 0)
    return markCell(select, word(option ? 'island.severalFound' : 'island.nothingFound', { text }));
  select.add(new Option(option.text, option.value));
  select.value = option.value;
}
