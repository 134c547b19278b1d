/** Without case, accents and differences of spacing: as titles are compared. */
export const foldedText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/\s+/gu, ' ')
    .trim();
