/** Commas separate names. */
export const formatIgnoreOption = (attribute: string): string =>
  `--ignore ${quoteForShell(attribute.replace(/[\\,]/g, String.raw`\$&`))}`;

/** Double quotes work in all shells. */
function quoteForShell(word: string): string {
  if (/^[\w:.-]+$/.test(word)) return word;
  return /["$`!%]|\\[^,]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;
}
