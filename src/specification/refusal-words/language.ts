// The languages that Daybook's own words are written in.
export type Language = 'en' | 'de';

/** The language of a locale such as `de-AT`; English where Daybook does not speak it. */
export const getLanguage = (locale: string): Language => (/^de\b/i.test(locale) ? 'de' : 'en');
