// Asked before a new version is published: does everything recorded under the old one keep its meaning?
import type { Entity, Field, Problem, Specification } from './specification.js';

/**
 * What the next version of an application may not do: get another key, give a field another type, other places or
 * another currency, or make readable what was personal. Everything else may change. Empty: it may be published.
 * Lines and columns count in the next document.
 */
export function compatible(previous: Specification, next: Specification): readonly Problem[] {
  const entities = Object.values(next.entities).flatMap((entity) => {
    const before = previous.entities[entity.key];
    return before ? entityProblems(before, entity) : [];
  });
  return [...keyProblems(previous, next), ...entities];
}

function keyProblems(previous: Specification, next: Specification): readonly Problem[] {
  if (previous.key === next.key) return [];
  return [
    {
      ...placeOfKey(next),
      message: `the key was \`${previous.key}\`, and every record is stored under it`,
      remedy: `write \`key: ${previous.key}\`, or publish this as another application`,
    },
  ];
}

function placeOfKey({ sections }: Specification): Pick<Problem, 'line' | 'column'> {
  const [first] = sections;
  for (const block of first?.content ?? []) {
    const index =
      block.kind === 'yaml' ? block.source.split('\n').findIndex((line) => /^key\s*:/.test(line)) : -1;
    if (index >= 0) return { line: block.line + index, column: 1 };
  }
  return { line: first?.line ?? 1, column: 1 };
}

function entityProblems(before: Entity, now: Entity): readonly Problem[] {
  return now.fields.flatMap((field) => {
    const same = before.fields.find(({ key }) => key === field.key);
    return same ? fieldProblems(now.key, same, field) : [];
  });
}

function fieldProblems(owner: string, before: Field, now: Field): readonly Problem[] {
  const name = `\`${now.key}\` in ${owner}`;
  const columns = now.fields.flatMap((column) => {
    const same = before.fields.find(({ key }) => key === column.key);
    return same ? fieldProblems(`${now.key} of ${owner}`, same, column) : [];
  });
  const change = changeOf(before, now);
  if (change === undefined) return columns;
  const { line, column } = now.place;
  const remedy = 'keep it as it was, and give what is new a field of its own';
  return [{ line, column, message: `${name} ${change}`, remedy }, ...columns];
}

function changeOf(before: Field, now: Field): string | undefined {
  if (before.type !== now.type)
    return `was of type ${before.type} and has values; it cannot become ${now.type}`;
  if (before.currency !== now.currency) {
    return `was in ${before.currency} and has amounts; they cannot become ${now.currency}`;
  }
  if (before.places !== now.places)
    return `had ${before.places} places and has values; it cannot have ${now.places}`;
  if (before.personal !== undefined && now.personal === undefined) {
    return 'was personal; what was sealed for somebody stays sealed';
  }
  return undefined;
}
