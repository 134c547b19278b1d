import type { Entity, Field } from '#specification/model/specification.js';
import { listMentionedIdentifiers } from '#domain/evaluate-expressions.js';

interface ComputedFields {
  readonly evaluationOrder: readonly Field[];
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

export function addDependentFields(entity: Entity, fields: ReadonlySet<string>): ReadonlySet<string> {
  if (fields.size === 0) return fields;
  const { dependents } = getComputedFields(entity);
  const all = new Set(fields);
  for (const key of all) for (const dependent of dependents.get(key) ?? []) all.add(dependent);
  return all;
}

function findComputedFields(computed: readonly Field[]): ComputedFields {
  const byKey = new Map(computed.map((field) => [field.key, field]));
  const dependents = new Map<string, string[]>();
  const needs = new Map<Field, readonly Field[]>();
  for (const field of computed) {
    const names = [...listMentionedIdentifiers(field.computed!)];
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

/** Iterative: chains may be longer than the stack. */
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
