const MAX_ENTRIES = 1_000;
const MAX_KEY_LENGTH = 200;

/** `compute` is pure; callers must not change results. */
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
