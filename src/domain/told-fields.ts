// Which fields a text of the specification may tell: titles of records, and messages of refusals.
import { splitTemplate } from '#specification/cel/template.js';
import type { CatalogueEntry, Entity } from '#specification/specification.js';

/** Every name in the template's expressions counts, so that none is missed. */
export function fieldsIn(entity: Entity, source: string): readonly string[] {
  const code = splitTemplate(source).parts.filter((part) => part.code);
  const names = new Set(code.flatMap(({ text }) => text.match(/\w+/g) ?? []));
  return entity.fields.filter(({ key }) => names.has(key)).map(({ key }) => key);
}

const told = new WeakMap<CatalogueEntry, Map<Entity, readonly string[]>>();

/** Fields that an entry of the error catalogue quotes, of this entity's. */
export function fieldsToldBy(entry: CatalogueEntry, entity: Entity): readonly string[] {
  const byEntity = told.get(entry) ?? new Map<Entity, readonly string[]>();
  told.set(entry, byEntity);
  const known = byEntity.get(entity);
  if (known) return known;
  const found = [entry.message, entry.remedy].flatMap((text) => (text ? fieldsIn(entity, text.source) : []));
  byEntity.set(entity, found);
  return found;
}
