// What takes longer to work out than to look up, and is asked for again soon.

/** About so many answers are kept, twice as many at most. */
const MOST = 1_000;
/** Longer texts are rare, and would fill the memory. */
const LONGEST = 200;

/** The same answer for the same text, for those asked for last. `of` must go by the text alone, and nobody may change what it returns. */
export function remembering<Answer>(of: (text: string) => Answer, most = MOST): (text: string) => Answer {
  let recent = new Map<string, { readonly answer: Answer }>();
  let before: typeof recent = new Map();
  return (text) => {
    const known = recent.get(text);
    if (known) return known.answer;
    if (text.length > LONGEST) return of(text);
    const kept = before.get(text) ?? { answer: of(text) };
    if (recent.size >= most) [before, recent] = [recent, new Map()];
    recent.set(text, kept);
    return kept.answer;
  };
}
