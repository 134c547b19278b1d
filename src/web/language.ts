// In which language an answer is: the person's own, else the application's, else what the browser accepts, else English.
import type { Request } from 'express';
import type { DisplayLocale } from '#specification/values/format-value.js';
import { formatsFor, type Formats } from '#views/format.js';
import { acceptedLanguage, type Language, LANGUAGES, languageOf } from '#views/messages/languages.js';
import { translatorFor, type Translate } from '#views/messages/translate.js';

type Asking = Pick<Request, 'headers' | 'signedIn'>;

/** undefined: there is no application in view, or none that has a locale of its own. */
type Application = { readonly locale: string } | undefined;

type Speaking = NonNullable<Application> & { readonly timeZone: string };

export const languageOfBrowser = ({ headers }: Pick<Request, 'headers'>): Language =>
  acceptedLanguage(headers['accept-language']) ?? 'en';

export function languageFor(request: Asking, application?: Application): Language {
  const { language } = request.signedIn ?? {};
  if (language) return language;
  return application ? (languageOf(application.locale) ?? 'en') : languageOfBrowser(request);
}

/** Daybook's own words in the language of the answer. */
export const translateFor = (request: Asking, application?: Application): Translate =>
  translatorFor(languageFor(request, application));

/** Numbers and moments, in the language and the time zone of the answer. */
export function formatsIn(request: Asking, application: Speaking): Formats {
  const { locale, timeZone } = displayLocaleFor(request, application);
  return formatsFor(locale, timeZone);
}

/** How pages of the application show numbers and moments to this person. */
export const displayLocaleFor = (request: Asking, application: Speaking): DisplayLocale => ({
  locale: localeFor(request, application),
  timeZone: request.signedIn?.timeZone ?? application.timeZone,
});

/** In which numbers and moments are written. */
export function localeFor(request: Asking, application?: Application): string {
  const language = languageFor(request, application);
  const { locale = language } = application ?? {};
  return request.signedIn?.language && languageOf(locale) !== language ? language : locale;
}

/** Whether forms of the application are written in this locale for some of its people: only these are taken from what is sent. */
export const isLocaleOfForms = (text: string, application: { readonly locale: string }): boolean =>
  text === application.locale || Object.hasOwn(LANGUAGES, text);
