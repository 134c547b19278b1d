// Normalizes unique values and sign-in names for comparison.

/** Ignores compatibility forms, case and white space: ` Müller  GmbH` becomes `müller gmbh`. */
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
