import { en, type MessageId } from './en/all.js';
import { de } from './de/all.js';

export type Language = 'en' | 'de';

/** A missing message does not compile. */
export const catalogues: Readonly<Record<Language, Readonly<Record<MessageId, string>>>> = { en, de };

export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(LANGUAGES, text);

/** Of a BCP 47 tag such as `de-AT`; undefined: not supported. */
export function languageOf(tag: string): Language | undefined {
  const language = tag.split('-', 1)[0]!.trim().toLowerCase();
  return isLanguage(language) ? language : undefined;
}

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
