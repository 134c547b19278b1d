// What a thing that an earlier version named is called by the newest one.
import type { EntityVocabulary, FieldVocabulary, Vocabulary } from './vocabulary.js';

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
  | { readonly of: 'role'; readonly key: string };

/** The keys by which the newest version knows it. Whatever was renamed since is followed here, and nowhere else. */
export function presentName<Kind extends Named>(_now: Vocabulary, named: Kind): Kind {
  return named;
}

/** undefined: there is no such thing any more. */
export const presentTitle = (now: Vocabulary, named: Named): string | undefined =>
  titleIn(now, presentName(now, named));

/** What a version itself calls it. */
export function titleIn(words: Vocabulary, named: Named): string | undefined {
  switch (named.of) {
    case 'entity':
      return entityIn(words, named.entity)?.title;
    case 'field':
      return fieldIn(words, named)?.title;
    case 'choice':
      return fieldIn(words, named)?.choices.find(({ value }) => value === named.value)?.title;
    case 'role':
      return Object.hasOwn(words.roles, named.key) ? words.roles[named.key]!.title : undefined;
    default:
      return entityIn(words, named.entity)?.[LISTS[named.of]].find(({ key }) => key === named.key)?.title;
  }
}

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
