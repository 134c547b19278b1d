// How a name that a log chose is handed to `daybook import --ignore`: what stands in it is read by a shell, and runs nothing.

/** Between names stand commas, so that one within a name is written with a backslash. */
export const formatIgnoreOption = (attribute: string): string =>
  `--ignore ${quoteForShell(attribute.replace(/[\\,]/g, String.raw`\$&`))}`;

/** In double quotes, which all shells know, where nothing in it means anything to one of them. */
function quoteForShell(word: string): string {
  if (/^[\w:.-]+$/.test(word)) return word;
  return /["$`!%]|\\[^,]/.test(word) ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `"${word}"`;
}
