// In which language an answer is: the person's own, else the application's, else what the browser accepts, else English.
import type { Request } from 'express';
import { acceptedLanguage, type Language, languageOf } from '#views/messages/languages.js';
import { translatorFor, type Translate } from '#views/messages/translate.js';

type Asking = Pick<Request, 'headers' | 'signedIn'>;

/** undefined: there is no application in view, or none that has a locale of its own. */
type Application = { readonly locale: string } | undefined;

function languageFor({ headers }: Asking, application?: Application): Language {
  const language = application
    ? languageOf(application.locale)
    : acceptedLanguage(headers['accept-language']);
  return language ?? 'en';
}

/** Daybook's own words in the language of the answer. */
export const translateFor = (request: Asking, application?: Application): Translate =>
  translatorFor(languageFor(request, application));

/** In which numbers and moments are written. */
export const localeFor = (request: Asking, application?: Application): string =>
  application?.locale ?? languageFor(request);
