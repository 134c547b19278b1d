import { GERMAN_PHRASES } from './phrases-de.js';
import { ENGLISH_PHRASES } from './phrases-en.js';
import { type Decimal, formatDecimal, toDecimal, parseDecimal } from '../values/decimal.js';
import {
  formatDay,
  type DisplayLocale,
  formatMoment,
  formatNumberInSentence,
  formatPeriod,
} from '../values/format-by-locale.js';
import { type Language, getLanguage } from './language.js';

export type PhraseId = keyof typeof ENGLISH_PHRASES;

export type TaskPhraseId = Extract<PhraseId, `to.${string}`>;

export interface Phrase {
  readonly phrase: PhraseId;
  readonly with: MessageParameters;
}

export interface LocalizedValue {
  /** ISO 8601 for days, moments and periods. */
  readonly value: string;
  readonly is: 'number' | 'day' | 'moment' | 'period';
  readonly currency?: string;
  /** If the sentence is in the application's language. */
  readonly locale: DisplayLocale;
}

/** Several are joined: `Finance, Staff`. */
export type MessageParameter = string | number | Phrase | LocalizedValue | readonly MessageParameter[];

export type MessageParameters = Readonly<Record<string, MessageParameter>>;

const PHRASES: Readonly<Record<Language, Readonly<Record<PhraseId, string>>>> = {
  en: ENGLISH_PHRASES,
  de: GERMAN_PHRASES,
};

export const createPhrase = (id: PhraseId, parameters: MessageParameters = {}): Phrase => ({
  phrase: id,
  with: parameters,
});

export const createCountedPhrase = (
  id: 'characters' | 'days' | 'files' | 'places' | 'workdays',
  count: number,
): Phrase => createPhrase(count === 1 ? `${id}.one` : `${id}.other`, { count });

const getLocale = ({ locale, timeZone }: DisplayLocale): DisplayLocale => ({ locale, timeZone });

export const createNumberParameter = (
  value: Decimal,
  locale: DisplayLocale,
  currency?: string,
): LocalizedValue => ({
  value: formatDecimal(value),
  is: 'number',
  locale: getLocale(locale),
  ...(currency !== undefined && { currency }),
});

export const createDayParameter = (value: string, locale: DisplayLocale): LocalizedValue => ({
  value,
  is: 'day',
  locale: getLocale(locale),
});

export const createMomentParameter = (value: string, locale: DisplayLocale): LocalizedValue => ({
  value,
  is: 'moment',
  locale: getLocale(locale),
});

export const createPeriodParameter = (value: string, locale: DisplayLocale): LocalizedValue => ({
  value,
  is: 'period',
  locale: getLocale(locale),
});

const MAX_QUOTED_LENGTH = 200;

const shorten = (text: string): string =>
  text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text;

export function formatParameter(words: MessageParameter, language: Language): string {
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

function formatWrittenValue(
  { value, is, currency, locale: own }: LocalizedValue,
  language: Language,
): string {
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

export function formatParameters(
  parameters: MessageParameters,
  language: Language,
): Readonly<Record<string, string>> {
  const texts = Object.entries(parameters).map(
    ([name, words]) => [name, formatParameter(words, language)] as const,
  );
  return Object.fromEntries(texts);
}

/** `places`: its first group is the parameter's name. */
export const fillPlaceholders = (
  text: string,
  places: RegExp,
  parameters: Readonly<Record<string, string>>,
): string =>
  text.replace(places, (_, name: string) =>
    Object.hasOwn(parameters, name) ? (parameters[name] ?? '') : '',
  );
