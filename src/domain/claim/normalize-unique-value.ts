/** ` Müller  GmbH` becomes `müller gmbh`. */
export function normalizeUniqueValue(value: string | number | boolean): string {
  return String(value)
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .trim();
}
