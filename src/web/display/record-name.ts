// What people call a record: its number and its title.

interface NumberAndTitle {
  readonly number?: string | null | undefined;
  readonly title?: string | null | undefined;
}

/** Contains the number once, also where the title includes it. '' where neither exists or may be read. */
export function recordName({ number, title }: NumberAndTitle): string {
  if (!number || (title && tells(title, number))) return title ?? '';
  return title ? `${number} ${title}` : number;
}

/** As a word of its own: 1 is none of “12 chairs”. */
function tells(title: string, number: string): boolean {
  const at = title.indexOf(number);
  const beside =
    title.slice(Math.max(0, at - 1), at) + title.slice(at + number.length, at + number.length + 1);
  return at >= 0 && !/[\p{L}\p{N}]/u.test(beside);
}
