// Which fields of an entity are computed from which: found once for an entity, in as many steps as names stand in its expressions.
import type { Entity, Field } from '#specification/model/specification.js';
import { listMentionedNames } from '#domain/evaluate-expressions.js';

interface ComputedFields {
  /** Those that others are computed from come first. */
  readonly evaluationOrder: readonly Field[];
  /** Field → those whose expressions may look at it. */
  readonly dependents: ReadonlyMap<string, readonly string[]>;
}

const computedFieldsCache = new WeakMap<Entity, ComputedFields>();

export function getComputedFields(entity: Entity): ComputedFields {
  let found = computedFieldsCache.get(entity);
  if (!found)
    computedFieldsCache.set(
      entity,
      (found = findComputedFields(entity.fields.filter(({ computed }) => computed))),
    );
  return found;
}

/** These fields and all that are computed from them. */
export function addDependents(entity: Entity, fields: ReadonlySet<string>): ReadonlySet<string> {
  if (fields.size === 0) return fields;
  const { dependents } = getComputedFields(entity);
  const all = new Set(fields);
  // A set goes on with what is added to it meanwhile.
  for (const key of all) for (const dependent of dependents.get(key) ?? []) all.add(dependent);
  return all;
}

function findComputedFields(computed: readonly Field[]): ComputedFields {
  const byKey = new Map(computed.map((field) => [field.key, field]));
  const dependents = new Map<string, string[]>();
  const needs = new Map<Field, readonly Field[]>();
  for (const field of computed) {
    const names = [...listMentionedNames(field.computed!)];
    for (const name of names) {
      const others = dependents.get(name);
      if (others) others.push(field.key);
      else dependents.set(name, [field.key]);
    }
    needs.set(
      field,
      names.flatMap((name) => byKey.get(name) ?? []),
    );
  }
  return { evaluationOrder: sortByDependency(computed, needs), dependents };
}

/** Without recursion: a chain may be longer than the stack. */
function sortByDependency(
  fields: readonly Field[],
  needs: ReadonlyMap<Field, readonly Field[]>,
): readonly Field[] {
  const order: Field[] = [];
  const begun = new Set<Field>();
  const way: { readonly field: Field; next: number }[] = [];
  const begin = (field: Field) => {
    if (begun.has(field)) return;
    begun.add(field);
    way.push({ field, next: 0 });
  };
  for (const field of fields) {
    begin(field);
    for (let last = way.at(-1); last; last = way.at(-1)) {
      const needed = needs.get(last.field)![last.next++];
      if (needed) begin(needed);
      else order.push(way.pop()!.field);
    }
  }
  return order;
}
