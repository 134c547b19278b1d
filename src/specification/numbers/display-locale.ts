// The locale that a document names, as `Intl` takes it.

/** British English writes the day before the month and the clock to 24: the least ambiguous English there is. */
export function chooseDisplayLocale(locale: string): string {
  try {
    const [tag] = Intl.getCanonicalLocales(locale);
    return tag === undefined || tag === 'en' ? 'en-GB' : tag;
  } catch {
    return 'en-GB';
  }
}
