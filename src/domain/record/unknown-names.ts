// Names nobody knows, as far as anybody reads them: who sends thousands does not get thousands of sentences back.
const TOLD = 5;
const LONGEST = 60;

export interface UnknownNames {
  /** The first ones, cut where they are long. */
  readonly told: readonly string[];
  readonly more: number;
}

export function unknownNames(names: readonly string[], known: ReadonlySet<string>): UnknownNames {
  const unknown = names.filter((name) => !known.has(name));
  const told = unknown
    .slice(0, TOLD)
    .map((name) => (name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name));
  return { told, more: unknown.length - told.length };
}
