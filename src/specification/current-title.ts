// What a thing that an earlier version named is called by the newest one.
import type { EntityMigration, Migration, Renames } from './upgrade/migration.js';
import type { EntityVocabulary, FieldVocabulary, Vocabulary } from './version-vocabulary.js';

/** A thing by its keys. */
export type Named =
  | { readonly of: 'entity'; readonly entity: string }
  | { readonly of: 'state' | 'action' | 'timer'; readonly entity: string; readonly key: string }
  /** `path`: key of the field; of a column of a table, that of the table before it. */
  | { readonly of: 'field'; readonly entity: string; readonly path: readonly string[] }
  | {
      readonly of: 'choice';
      readonly entity: string;
      readonly path: readonly string[];
      readonly value: string;
    }
  | { readonly of: 'call' | 'constant'; readonly key: string }
  | { readonly of: 'role'; readonly key: string };

/** The keys by which the newest version knows it: whatever was renamed since (`was`) is followed here, and nowhere else. */
export function presentName<Kind extends Named>(since: Migration, named: Kind): Kind;
export function presentName(since: Migration, named: Named): Named {
  if (named.of === 'role') return { ...named, key: renamed(since.roles, named.key) };
  // Calls and constants may not say `was`.
  if (!('entity' in named)) return named;
  const entity = Object.hasOwn(since.entities, named.entity) ? since.entities[named.entity] : undefined;
  if (!entity) return named;
  switch (named.of) {
    case 'entity':
    case 'timer':
      return named;
    case 'state':
      return { ...named, key: renamed(entity.states, named.key) };
    case 'action':
      return { ...named, key: renamed(entity.actions, named.key) };
    case 'field':
      return { ...named, ...presentPath(entity.fields, named.path) };
    case 'choice': {
      const { path, choices } = presentPath(entity.fields, named.path);
      return { ...named, path, value: renamed(choices, named.value) };
    }
  }
}

const renamed = (names: Renames, key: string): string => (Object.hasOwn(names, key) ? names[key]! : key);

function presentPath(
  fields: EntityMigration['fields'],
  path: readonly string[],
): { readonly path: readonly string[]; readonly choices: Renames } {
  let below: EntityMigration['fields'] = fields;
  let choices: Renames = {};
  const now = path.map((key) => {
    const migration = Object.hasOwn(below, key) ? below[key] : undefined;
    below = migration?.columns ?? {};
    choices = migration?.choices ?? {};
    return migration?.to ?? key;
  });
  return { path: now, choices };
}

/** `since`: what was renamed since it was named so. undefined: there is no such thing any more. */
export const presentTitle = (now: Vocabulary, since: Migration, named: Named): string | undefined =>
  titleIn(now, presentName(since, named));

/** What a version itself calls it. */
export function titleIn(words: Vocabulary, named: Named): string | undefined {
  switch (named.of) {
    case 'entity':
      return entityIn(words, named.entity)?.title;
    case 'field':
      return fieldIn(words, named)?.title;
    case 'choice':
      return fieldIn(words, named)?.choices.find(({ value }) => value === named.value)?.title;
    default:
      return keyedTitle(words, named);
  }
}

type KeyedName = Exclude<Named, { readonly of: 'choice' | 'entity' | 'field' }>;

const keyedTitle = (words: Vocabulary, named: KeyedName): string | undefined =>
  'entity' in named
    ? entityIn(words, named.entity)?.[LISTS[named.of]].find(({ key }) => key === named.key)?.title
    : ownTitle(words[GROUPS[named.of]], named.key);

const GROUPS = { call: 'calls', constant: 'constants', role: 'roles' } as const;

const ownTitle = (
  things: Readonly<Record<string, { readonly title?: string }>>,
  key: string,
): string | undefined => (Object.hasOwn(things, key) ? things[key]!.title : undefined);

const LISTS = { state: 'states', action: 'actions', timer: 'timers' } as const;

export const entityIn = ({ entities }: Vocabulary, key: string): EntityVocabulary | undefined =>
  Object.hasOwn(entities, key) ? entities[key] : undefined;

export function fieldIn(
  words: Vocabulary,
  { entity, path }: { readonly entity: string; readonly path: readonly string[] },
): FieldVocabulary | undefined {
  let fields: readonly FieldVocabulary[] = entityIn(words, entity)?.fields ?? [];
  let found: FieldVocabulary | undefined;
  for (const key of path) {
    found = fields.find((field) => field.key === key);
    fields = found?.fields ?? [];
  }
  return found;
}
