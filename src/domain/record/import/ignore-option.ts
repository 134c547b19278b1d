// Formats the option `--ignore` of `daybook import` for a shell, safe for any attribute name.

/** Commas separate names, so a comma in a name is escaped. */
export const formatIgnoreOption = (attribute: string): string =>
  `--ignore ${quoteForShell(attribute.replace(/[\\,]/g, String.raw`\$&`))}`;

/** Double quotes work in all shells, so they are preferred where nothing inside is special. */
function quoteForShell(word: string): string {
  if (/^[\w:.-]+$/.test(word)) return word;
  return /["$`!%]|\\[^,]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;
}
