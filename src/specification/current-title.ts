import type { EntityMigration, Migration, Renames } from './upgrade/migration.js';
import type { EntityVocabulary, FieldVocabulary, Vocabulary } from './version-vocabulary.js';

export type NamedElement =
  | { readonly of: 'entity'; readonly entity: string }
  | { readonly of: 'state' | 'action' | 'timer'; readonly entity: string; readonly key: string }
  /** A column follows its table. */
  | { readonly of: 'field'; readonly entity: string; readonly path: readonly string[] }
  | {
      readonly of: 'choice';
      readonly entity: string;
      readonly path: readonly string[];
      readonly value: string;
    }
  | { readonly of: 'call' | 'constant'; readonly key: string }
  | { readonly of: 'role'; readonly key: string };

/** The only place that follows every `was`. */
export function toCurrentName<Kind extends NamedElement>(since: Migration, named: Kind): Kind;
export function toCurrentName(since: Migration, named: NamedElement): NamedElement {
  if (named.of === 'role') return { ...named, key: applyRename(since.roles, named.key) };
  if (!('entity' in named)) return named;
  const entity = Object.hasOwn(since.entities, named.entity) ? since.entities[named.entity] : undefined;
  if (!entity) return named;
  switch (named.of) {
    case 'entity':
    case 'timer':
      return named;
    case 'state':
      return { ...named, key: applyRename(entity.states, named.key) };
    case 'action':
      return { ...named, key: applyRename(entity.actions, named.key) };
    case 'field':
      return { ...named, ...toCurrentPath(entity.fields, named.path) };
    case 'choice': {
      const { path, choices } = toCurrentPath(entity.fields, named.path);
      return { ...named, path, value: applyRename(choices, named.value) };
    }
  }
}

const applyRename = (names: Renames, key: string): string => (Object.hasOwn(names, key) ? names[key]! : key);

function toCurrentPath(
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

export const getCurrentTitle = (now: Vocabulary, since: Migration, named: NamedElement): string | undefined =>
  findTitle(now, toCurrentName(since, named));

export function findTitle(words: Vocabulary, named: NamedElement): string | undefined {
  switch (named.of) {
    case 'entity':
      return findEntityVocabulary(words, named.entity)?.title;
    case 'field':
      return findFieldVocabulary(words, named)?.title;
    case 'choice':
      return findFieldVocabulary(words, named)?.choices.find(({ value }) => value === named.value)?.title;
    default:
      return findTitleByKey(words, named);
  }
}

type KeyedName = Exclude<NamedElement, { readonly of: 'choice' | 'entity' | 'field' }>;

const findTitleByKey = (words: Vocabulary, named: KeyedName): string | undefined =>
  'entity' in named
    ? findEntityVocabulary(words, named.entity)?.[LISTS[named.of]].find(({ key }) => key === named.key)?.title
    : getTitleByKey(words[GROUPS[named.of]], named.key);

const GROUPS = { call: 'calls', constant: 'constants', role: 'roles' } as const;

const getTitleByKey = (
  things: Readonly<Record<string, { readonly title?: string }>>,
  key: string,
): string | undefined => (Object.hasOwn(things, key) ? things[key]!.title : undefined);

const LISTS = { state: 'states', action: 'actions', timer: 'timers' } as const;

export const findEntityVocabulary = ({ entities }: Vocabulary, key: string): EntityVocabulary | undefined =>
  Object.hasOwn(entities, key) ? entities[key] : undefined;

export function findFieldVocabulary(
  words: Vocabulary,
  { entity, path }: { readonly entity: string; readonly path: readonly string[] },
): FieldVocabulary | undefined {
  let fields: readonly FieldVocabulary[] = findEntityVocabulary(words, entity)?.fields ?? [];
  let found: FieldVocabulary | undefined;
  for (const key of path) {
    found = fields.find((field) => field.key === key);
    fields = found?.fields ?? [];
  }
  return found;
}
