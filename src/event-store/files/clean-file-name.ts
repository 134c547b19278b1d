const MAX_CHARACTERS = 150;

/** Drops the path, control characters and those that reverse the reading direction. */
export function cleanFileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1)!;
  const plain = last
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+/, '');
  return trimTrailingDots(shortenName(plain)) || 'file';
}

function shortenName(name: string): string {
  const letters = [...name];
  if (letters.length <= MAX_CHARACTERS) return name;
  const [ending = ''] = /\.[^.\s]{1,12}$/.exec(name) ?? [];
  return letters.slice(0, MAX_CHARACTERS - [...ending].length).join('') + ending;
}

function trimTrailingDots(name: string): string {
  let length = name.length;
  while (length > 0 && ' .'.includes(name[length - 1]!)) length--;
  return name.slice(0, length);
}
