/** British English has day before month and a 24-hour clock. */
export function chooseDisplayLocale(locale: string): string {
  try {
    const [tag] = Intl.getCanonicalLocales(locale);
    return tag === undefined || tag === 'en' ? 'en-GB' : tag;
  } catch {
    return 'en-GB';
  }
}
