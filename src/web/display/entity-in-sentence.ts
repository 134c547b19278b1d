// The name of an entity within one of Daybook's sentences: “New request”, in German “Antrag: neu”.
import type { Translate } from '#views/messages/translate.js';
import { languageOf } from '#views/messages/languages.js';
import type { Specification } from '#specification/model/specification.js';
import { lowerCaseInSentence } from '#specification/values/english-in-sentence.js';

/** `words`: an entity's title or plural. Documents in other languages keep their capitals, which may mean something there. */
export const entityInSentence = (
  words: string,
  { locale }: Pick<Specification, 'locale'>,
  { language }: Translate,
): string => (language === 'en' && languageOf(locale) === 'en' ? lowerCaseInSentence(words) : words);
