import { createElement, Fragment, type ReactNode } from 'react';
import { IntlMessageFormat } from 'intl-messageformat';
import type { MessageId } from './en/all.js';
import { catalogues, type Language } from './languages.js';
import { interpolate, hasOnlyPlaceholders } from './interpolate.js';

export type MessageValues = Readonly<Record<string, string | number>>;

export type RichValues = Readonly<Record<string, ReactNode | ((enclosed: ReactNode) => ReactNode)>>;

/** `t('people.found', { count: 3 })` */
export interface Translate {
  (id: MessageId, values?: MessageValues): string;
  /** `t.rich('home.empty', { link: (enclosed) => <a href={HOME}>{enclosed}</a> })`. */
  rich(id: MessageId, values: RichValues): ReactNode;
  readonly language: Language;
}

const translators = new Map<Language, Translate>();

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
    if (known === undefined) plain.set(id, (known = hasOnlyPlaceholders(catalogue[id])));
    return known;
  };
  const translate = (id: MessageId, values?: MessageValues): string => {
    if (values === undefined) return catalogue[id];
    // A formatter would take a twentieth of rendering time.
    return isPlain(id) ? interpolate(catalogue[id], values) : String(compile(id).format(values));
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

/** Spread as children, which need no keys. */
const together = (parts: ReactNode): ReactNode =>
  Array.isArray(parts) ? createElement(Fragment, null, ...(parts as ReactNode[])) : parts;
