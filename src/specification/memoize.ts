// Memoizes functions of one text.

/** Approximate number of entries; at most twice as many. */
const MAX_ENTRIES = 1_000;
/** Longer texts are rare, and would fill the memory. */
const MAX_KEY_LENGTH = 200;

/** `compute` must be pure, and its results must not be changed. */
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
