// What takes longer to work out than to look up, and is asked for again soon.

/** About so many answers are kept, twice as many at most. */
const MAX_ENTRIES = 1_000;
/** Longer texts are rare, and would fill the memory. */
const MAX_KEY_LENGTH = 200;

/** The same answer for the same text, for those asked for last. `of` must go by the text alone, and nobody may change what it returns. */
export function memoize<Answer>(
  compute: (text: string) => Answer,
  most = MAX_ENTRIES,
): (text: string) => Answer {
  let recent = new Map<string, { readonly answer: Answer }>();
  let before: typeof recent = new Map();
  return (text) => {
    const known = recent.get(text);
    if (known) return known.answer;
    if (text.length > MAX_KEY_LENGTH) return compute(text);
    const entry = before.get(text) ?? { answer: compute(text) };
    if (recent.size >= most) [before, recent] = [recent, new Map()];
    recent.set(text, entry);
    return entry.answer;
  };
}
