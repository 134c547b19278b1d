// Which fields a text of the specification may look at or tell: expressions, titles of records, messages of refusals.
import { splitTemplate } from '#specification/cel/template.js';
import type { CatalogueEntry, Entity, Expression } from '#specification/specification.js';

const namesIn = (code: string): ReadonlySet<string> => new Set(code.match(/\w+/g));

const namesOf = new WeakMap<Expression<unknown>, ReadonlySet<string>>();

/** With the conditions of the tables it asks. */
export const wholeSource = ({ source, asks = [] }: Expression<unknown>): string =>
  [source, ...asks].join(' ');

/** Whether an expression may look at a field: it has the field's name in it. */
export function mentions(expression: Expression<unknown>, key: string): boolean {
  let names = namesOf.get(expression);
  if (!names) namesOf.set(expression, (names = namesIn(wholeSource(expression))));
  return names.has(key);
}

/** Every name in the template's expressions counts, so that none is missed. */
export function fieldsInTemplate(
  entity: { readonly fields: readonly { readonly key: string }[] },
  source: string,
): readonly string[] {
  const code = splitTemplate(source).parts.filter((part) => part.code);
  const names = namesIn(code.map(({ text }) => text).join(' '));
  return entity.fields.filter(({ key }) => names.has(key)).map(({ key }) => key);
}

const revealed = new WeakMap<CatalogueEntry, Map<Entity, readonly string[]>>();

/** Fields that an entry of the error catalogue quotes, of this entity's. */
export function fieldsRevealedBy(entry: CatalogueEntry, entity: Entity): readonly string[] {
  const byEntity = revealed.get(entry) ?? new Map<Entity, readonly string[]>();
  revealed.set(entry, byEntity);
  const known = byEntity.get(entity);
  if (known) return known;
  const found = [entry.message, entry.remedy].flatMap((text) =>
    text ? fieldsInTemplate(entity, text.source) : [],
  );
  byEntity.set(entity, found);
  return found;
}
