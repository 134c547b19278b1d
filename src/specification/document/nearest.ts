// Remedies for names nobody knows: the nearest known one, or all there are.
import { closest, distance } from 'fastest-levenshtein';

const SHOWN = 12;

/** `did you mean `amount`?` where a known name is near, else the known names. */
export function didYouMean(name: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  const near = nearest(name, names);
  if (near !== undefined) return `did you mean \`${near}\`?`;
  if (names.length === 0) return undefined;
  const shown = names.slice(0, SHOWN).map((each) => `\`${each}\``);
  return `known: ${shown.join(', ')}${names.length > SHOWN ? ', …' : ''}`;
}

/** The known name that was probably meant: two letters of five may differ. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name.length > 200) return undefined;
  const folded = new Map(known.map((each) => [each.toLowerCase(), each]));
  const near = closest(name.toLowerCase(), [...folded.keys()]);
  const allowed = Math.max(1, Math.round(Math.max(near.length, name.length) * 0.4));
  return distance(name.toLowerCase(), near) <= allowed ? folded.get(near) : undefined;
}
