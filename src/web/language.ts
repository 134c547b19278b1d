// The person's language, else the application's, else the browser's, else English.
import type { IncomingHttpHeaders } from 'node:http';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import { createFormats, type Formats } from '#views/format.js';
import { acceptedLanguage, type Language, LANGUAGES, languageOf } from '#views/messages/languages.js';
import { translatorFor, type Translate } from '#views/messages/translate.js';

export interface LanguagePreference {
  readonly headers: IncomingHttpHeaders;
  readonly signedIn?: { readonly language?: Language | undefined; readonly timeZone?: string } | undefined;
}

/** undefined: no application, or none with a locale. */
type Application = { readonly locale: string } | undefined;

type Speaking = NonNullable<Application> & { readonly timeZone: string };

export const languageOfBrowser = ({ headers }: Pick<LanguagePreference, 'headers'>): Language =>
  acceptedLanguage(headers['accept-language']) ?? 'en';

export function languageFor(request: LanguagePreference, application?: Application): Language {
  const { language } = request.signedIn ?? {};
  if (language) return language;
  return application ? (languageOf(application.locale) ?? 'en') : languageOfBrowser(request);
}

export const translateFor = (request: LanguagePreference, application?: Application): Translate =>
  translatorFor(languageFor(request, application));

export function formatsIn(request: LanguagePreference, application: Speaking): Formats {
  const { locale, timeZone } = displayLocaleFor(request, application);
  return createFormats(locale, timeZone);
}

export const displayLocaleFor = (request: LanguagePreference, application: Speaking): DisplayLocale => ({
  locale: localeFor(request, application),
  timeZone: request.signedIn?.timeZone ?? application.timeZone,
});

export function localeFor(request: LanguagePreference, application?: Application): string {
  const language = languageFor(request, application);
  const { locale = language } = application ?? {};
  return request.signedIn?.language && languageOf(locale) !== language ? language : locale;
}

/** Only locales in which forms of the application can be rendered are accepted. */
export const isLocaleOfForms = (text: string, application: { readonly locale: string }): boolean =>
  text === application.locale || Object.hasOwn(LANGUAGES, text);
