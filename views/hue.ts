// Never the only distinction (WCAG 1.4.1).

/** The build keeps only classes written out in full. */
const HUES = [
  'db-hue-0',
  'db-hue-1',
  'db-hue-2',
  'db-hue-3',
  'db-hue-4',
  'db-hue-5',
  'db-hue-6',
  'db-hue-7',
] as const;

/** The same in every process. */
export function getHueClass(name: string): (typeof HUES)[number] {
  let hash = 0;
  for (const character of name) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) >>> 0;
  // The hash's low bits depend on the last letters alone.
  return HUES[((hash ^ (hash >>> 15)) >>> 0) % HUES.length]!;
}
