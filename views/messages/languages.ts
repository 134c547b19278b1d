// The languages that Daybook's own words are written in, and which of them an answer is in.
import { en, type MessageId } from './en/all.js';
import { de } from './de/all.js';

export type Language = 'en' | 'de';

/** Every language has every message: one that is missing does not compile. */
export const catalogues: Readonly<Record<Language, Readonly<Record<MessageId, string>>>> = { en, de };

/** As each language calls itself. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(LANGUAGES, text);

/** The language of a BCP 47 tag such as `de-AT`; undefined: Daybook does not speak it. */
export function languageOf(tag: string): Language | undefined {
  const language = tag.split('-', 1)[0]!.trim().toLowerCase();
  return isLanguage(language) ? language : undefined;
}

/** The first language of an Accept-Language header, by its weights, that Daybook speaks. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', weight] = range.split(/; *q=/);
      return { language: languageOf(tag), weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  return wanted.find(({ language }) => language !== undefined)?.language;
}
