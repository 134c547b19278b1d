import { closest, distance } from 'fastest-levenshtein';

const MAX_SUGGESTED = 12;

export function suggestName(name: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  const near = findNearestName(name, names);
  if (near !== undefined) return `did you mean \`${near}\`?`;
  if (names.length === 0) return undefined;
  const shown = names.slice(0, MAX_SUGGESTED).map((each) => `\`${each}\``);
  return `known: ${shown.join(', ')}${names.length > MAX_SUGGESTED ? ', …' : ''}`;
}

const MAX_COMPARED = 200;

/** Bounds the cost of many names and mistakes. */
function filterSimilar(name: string, known: readonly string[]): readonly string[] {
  if (known.length <= MAX_COMPARED) return known;
  const near = (each: string) => Math.abs(each.length - name.length) <= 2 && each[0] === name[0];
  const found: string[] = [];
  for (const each of known) if (near(each) && found.push(each) >= MAX_COMPARED) break;
  return found;
}

/** Two letters of five may differ. */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || name.length > 200) return undefined;
  const folded = new Map(filterSimilar(name, known).map((each) => [each.toLowerCase(), each]));
  if (folded.size === 0) return undefined;
  const near = closest(name.toLowerCase(), [...folded.keys()]);
  const allowed = Math.max(1, Math.round(Math.max(near.length, name.length) * 0.4));
  return distance(name.toLowerCase(), near) <= allowed ? folded.get(near) : undefined;
}
