// Words that fill the messages of the error catalogue: what stands as it is, and phrases, which every language has its own words for.
import { GERMAN_PHRASES } from './phrases-de.js';
import { ENGLISH_PHRASES } from './phrases-en.js';
import { type Decimal, formatDecimal, toDecimal, parseDecimal } from '../values/decimal.js';
import {
  formatDay,
  type DisplayLocale,
  formatMoment,
  formatNumberInSentence,
  formatPeriod,
} from '../values/format-value.js';
import { type Language, getLanguage } from './language.js';

export type PhraseId = keyof typeof ENGLISH_PHRASES;

/** A phrase for “You may not …”. */
export type TaskId = Extract<PhraseId, `to.${string}`>;

export interface Phrase {
  readonly phrase: PhraseId;
  readonly with: MessageParameters;
}

/** A value that stands in a document: it is written as the language of its sentence writes it. */
export interface WrittenValue {
  /** A decimal number, a day, an ISO 8601 instant or duration. */
  readonly value: string;
  readonly is: 'number' | 'day' | 'moment' | 'period';
  readonly currency?: string;
  /** Of the application; its notation holds wherever the sentence is in its language. */
  readonly locale: DisplayLocale;
}

/** Several are joined: `Finance, Staff`. */
export type Words = string | number | Phrase | WrittenValue | readonly Words[];

export type MessageParameters = Readonly<Record<string, Words>>;

const PHRASES: Readonly<Record<Language, Readonly<Record<PhraseId, string>>>> = {
  en: ENGLISH_PHRASES,
  de: GERMAN_PHRASES,
};

export const createPhrase = (id: PhraseId, parameters: MessageParameters = {}): Phrase => ({
  phrase: id,
  with: parameters,
});

/** How a phrase goes on where one is meant, and where several are. */
export const createCountedPhrase = (
  id: 'characters' | 'days' | 'files' | 'places' | 'workdays',
  count: number,
): Phrase => createPhrase(count === 1 ? `${id}.one` : `${id}.other`, { count });

const getLocale = ({ locale, timeZone }: DisplayLocale): DisplayLocale => ({ locale, timeZone });

export const createNumberParameter = (
  value: Decimal,
  locale: DisplayLocale,
  currency?: string,
): WrittenValue => ({
  value: formatDecimal(value),
  is: 'number',
  locale: getLocale(locale),
  ...(currency !== undefined && { currency }),
});

export const createDayParameter = (value: string, locale: DisplayLocale): WrittenValue => ({
  value,
  is: 'day',
  locale: getLocale(locale),
});

export const createMomentParameter = (value: string, locale: DisplayLocale): WrittenValue => ({
  value,
  is: 'moment',
  locale: getLocale(locale),
});

export const createPeriodParameter = (value: string, locale: DisplayLocale): WrittenValue => ({
  value,
  is: 'period',
  locale: getLocale(locale),
});

const LONGEST_WORD = 200;

/** Input is repeated in messages only up to this length. */
const shorten = (text: string): string =>
  text.length > LONGEST_WORD ? `${text.slice(0, LONGEST_WORD)}…` : text;

export function formatParameter(words: Words, language: Language): string {
  if (typeof words === 'string') return shorten(words);
  if (typeof words === 'number') return formatCount(words, language);
  if ('phrase' in words)
    return fillPlaceholders(
      PHRASES[language][words.phrase],
      /\{(\w+)\}/g,
      formatParameters(words.with, language),
    );
  if ('value' in words) return formatWrittenValue(words, language);
  return words.map((each) => formatParameter(each, language)).join(', ');
}

const formatCount = (count: number, locale: string): string =>
  formatNumberInSentence(toDecimal(count), { locale, timeZone: 'UTC' });

function formatWrittenValue({ value, is, currency, locale: own }: WrittenValue, language: Language): string {
  const locale = getLanguage(own.locale) === language ? own : { ...own, locale: language };
  switch (is) {
    case 'number':
      return formatNumberInSentence(parseDecimal(value)!, locale, currency);
    case 'day':
      return formatDay(value, locale);
    case 'moment':
      return formatMoment(new Date(value), locale);
    case 'period':
      return formatPeriod(value, locale);
  }
}

/** The same parameters, each as the text that stands in a message. */
export function formatParameters(
  parameters: MessageParameters,
  language: Language,
): Readonly<Record<string, string>> {
  const texts = Object.entries(parameters).map(
    ([name, words]) => [name, formatParameter(words, language)] as const,
  );
  return Object.fromEntries(texts);
}

/** `places` finds the name of a parameter in its first group. A parameter that is not given leaves nothing. */
export const fillPlaceholders = (
  text: string,
  places: RegExp,
  parameters: Readonly<Record<string, string>>,
): string =>
  text.replace(places, (_, name: string) =>
    Object.hasOwn(parameters, name) ? (parameters[name] ?? '') : '',
  );
