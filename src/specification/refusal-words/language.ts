export type Language = 'en' | 'de';

/** English by default. */
export const getLanguage = (locale: string): Language => (/^de\b/i.test(locale) ? 'de' : 'en');
