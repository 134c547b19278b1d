// One of eight colours for a name, so that people and applications are told apart at a glance. Never the only sign: the name stands beside it.

/** Written out: the build keeps the rules of classes that stand somewhere. Their colours are in styles/hues.css. */
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

/** The class of the name's colour: the same on every page and in every process. */
export function hueClass(name: string): (typeof HUES)[number] {
  let hash = 0;
  for (const character of name) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) >>> 0;
  // The last bits of such a hash follow the last letters alone.
  return HUES[((hash ^ (hash >>> 15)) >>> 0) % HUES.length]!;
}
