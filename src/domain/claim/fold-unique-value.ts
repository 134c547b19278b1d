// When two texts are the same to a person: unique values and sign-in names are compared like this.

/** Compatibility forms, case and white space do not count: ` Müller  GmbH` is `müller gmbh`. */
export function foldUniqueValue(value: string | number | boolean): string {
  return String(value)
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .trim();
}
