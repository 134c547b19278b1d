// “New request”, in German “Antrag: neu”
import type { Translate } from '#views/messages/translate.js';
import { languageOf } from '#views/messages/languages.js';
import type { Specification } from '#specification/model/specification.js';
import { lowerCaseInSentence } from '#specification/values/lower-case-in-sentence.js';

/** `words`: singular or plural. Keeps capitals of documents in other languages, where they may carry meaning. */
export const entityInSentence = (
  words: string,
  { locale }: Pick<Specification, 'locale'>,
  { language }: Translate,
): string => (language === 'en' && languageOf(locale) === 'en' ? lowerCaseInSentence(words) : words);
