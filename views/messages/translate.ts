// From the id of a message to its words in one language.
import { createElement, Fragment, type ReactNode } from 'react';
import { IntlMessageFormat } from 'intl-messageformat';
import type { MessageId } from './en/all.js';
import { catalogues, type Language } from './languages.js';
import { fillIn, isPlainMessage } from './plain-message.js';

export type MessageValues = Readonly<Record<string, string | number>>;

/** What stands in the place of a placeholder, or makes an element of what a tag encloses. */
export type RichValues = Readonly<Record<string, ReactNode | ((enclosed: ReactNode) => ReactNode)>>;

/** `t('people.found', { count: 3 })`. */
export interface Translate {
  (id: MessageId, values?: MessageValues): string;
  /** `t.rich('home.empty', { link: (enclosed) => <a href={HOME}>{enclosed}</a> })`. */
  rich(id: MessageId, values: RichValues): ReactNode;
  readonly language: Language;
}

const translators = new Map<Language, Translate>();

/** Messages are compiled when they are first used, once for each language. */
export function translatorFor(language: Language): Translate {
  let translate = translators.get(language);
  if (!translate) translators.set(language, (translate = make(language)));
  return translate;
}

function make(language: Language): Translate {
  const catalogue = catalogues[language];
  const compiled = new Map<MessageId, IntlMessageFormat>();
  const compile = (id: MessageId): IntlMessageFormat => {
    let message = compiled.get(id);
    if (!message) compiled.set(id, (message = new IntlMessageFormat(catalogue[id], language)));
    return message;
  };
  const plain = new Map<MessageId, boolean>();
  const isPlain = (id: MessageId): boolean => {
    let known = plain.get(id);
    if (known === undefined) plain.set(id, (known = isPlainMessage(catalogue[id])));
    return known;
  };
  const translate = (id: MessageId, values?: MessageValues): string => {
    if (values === undefined) return catalogue[id];
    // A formatter takes a twentieth of rendering a page.
    return isPlain(id) ? fillIn(catalogue[id], values) : String(compile(id).format(values));
  };
  return Object.assign(translate, {
    language,
    rich: (id: MessageId, values: RichValues) =>
      together(compile(id).format<ReactNode>(withElements(values))),
  });
}

type FormattedValues = Parameters<typeof IntlMessageFormat.prototype.format<ReactNode>>[0];

const withElements = (values: RichValues): FormattedValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? (parts: ReactNode[]) => value(together(parts)) : value,
    ]),
  ) as FormattedValues;

/** As children of one element, so that parts need no keys. */
const together = (parts: ReactNode): ReactNode =>
  Array.isArray(parts) ? createElement(Fragment, null, ...(parts as ReactNode[])) : parts;
