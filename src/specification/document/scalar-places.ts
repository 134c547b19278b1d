// Where a character of a yaml text stands in what was written: quotes, escapes and folded lines lie in between.

/** `index` counts in `value`; the answer counts in `written`, the source of the scalar with its quotes. */
export function spotOfCharacter(value: string, written: string, index: number): number {
  let position = start(written);
  for (let at = 0; at < Math.min(index, value.length); at += 1) {
    position = skipTo(value[at] ?? '', written, position) + 1;
  }
  if (index >= value.length) return Math.min(position, Math.max(0, written.length - 1));
  return Math.min(skipTo(value[index] ?? '', written, position), Math.max(0, written.length - 1));
}

function start(written: string): number {
  if (/^["']/.test(written)) return 1;
  const header = /^[|>][^\n]*\n[ ]*/.exec(written);
  return header ? header[0].length : 0;
}

/** Breaks and spaces stand for each other where yaml folds lines; an escape stands before what it escapes. */
function skipTo(character: string, written: string, from: number): number {
  if (/\s/.test(character)) return from;
  const found = written.indexOf(character, from);
  return found >= 0 && found - from < 200 ? found : from;
}
