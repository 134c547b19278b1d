interface NumberAndTitle {
  readonly number?: string | null | undefined;
  readonly title?: string | null | undefined;
}

/** Avoids repeating a number that the title contains. '': neither is readable. */
export function displayRecordName({ number, title }: NumberAndTitle): string {
  if (!number || (title && tells(title, number))) return title ?? '';
  return title ? `${number} ${title}` : number;
}

/** Matches whole words: 1 is not in “12 chairs”. */
function tells(title: string, number: string): boolean {
  const at = title.indexOf(number);
  const beside =
    title.slice(Math.max(0, at - 1), at) + title.slice(at + number.length, at + number.length + 1);
  return at >= 0 && !/[\p{L}\p{N}]/u.test(beside);
}
