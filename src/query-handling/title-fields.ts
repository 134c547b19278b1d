// Which fields a record's title may tell: titles are facts, written by the template of whichever version ran then.
import type { Entity, Specification } from '../specification/specification.js';

/** Keys of fields; `everything`: an earlier version is not known well enough, so the title may tell any of them. */
export type TitleFields = ReadonlySet<string> | 'everything';

const earlier = new WeakMap<Specification, ReadonlyMap<string, TitleFields>>();

/** Of all versions up to this one. */
export function titleFieldsOf(specification: Specification, entity: Entity): TitleFields {
  return earlier.get(specification)?.get(entity.key) ?? new Set(fieldsIn(entity, entity.recordTitle.source));
}

/** Remembers what titles of earlier versions tell. `former: undefined`: there was one that cannot be read any more. */
export function rememberTitles(
  specification: Specification,
  former: Specification | undefined | 'first',
): void {
  const entities = Object.values(specification.entities);
  earlier.set(specification, new Map(entities.map((entity) => [entity.key, together(entity, former)])));
}

function together(entity: Entity, former: Specification | undefined | 'first'): TitleFields {
  const own = fieldsIn(entity, entity.recordTitle.source);
  if (former === 'first') return new Set(own);
  if (!former) return 'everything';
  const before = Object.hasOwn(former.entities, entity.key) ? former.entities[entity.key]! : undefined;
  if (!before) return new Set(own);
  const told = titleFieldsOf(former, before);
  if (told === 'everything') return told;
  const kept = [...told].filter((key) => entity.fields.some((field) => field.key === key));
  // Of a restricted field that is gone nobody says any more who may see it.
  const lost = [...told].some((key) => !kept.includes(key) && before.permissions.fields[key]?.read);
  return lost ? 'everything' : new Set([...own, ...kept]);
}

/** Fields that a template may tell: every name in its braces counts, so that none is missed. */
export function fieldsIn(entity: Entity, source: string): readonly string[] {
  const names = new Set(
    [...source.matchAll(/\{([^}]*)\}/g)].flatMap(([, part]) => part!.match(/\w+/g) ?? []),
  );
  return entity.fields.filter(({ key }) => names.has(key)).map(({ key }) => key);
}
