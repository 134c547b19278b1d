// However versions follow each other: what the newest has a place for is there, whichever version a record is under.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Fields } from '#specification/value.js';
import {
  composeEntities,
  migratedFields,
  migrationBetween,
  NO_MIGRATION,
  withEarlier,
  type EntityMigration,
} from '#specification/upgrade/migration.js';
import { readVersionSchema, type VersionSchema } from '#specification/upgrade/version-schema.js';
import { documentOf } from './documents.js';

/** A field of the model: it is the same for as long as it lives, whatever it is called. */
interface ModelField {
  readonly id: number;
  readonly name: string;
  readonly was?: string;
  readonly places: number;
}

type ModelVersion = readonly ModelField[];

const NAMES = ['a', 'b', 'c', 'd', 'e'];

/** What becomes of each field of a version: it keeps its name, takes one of these, or goes; and how many places it gains. */
const step = fc.array(
  fc.record({
    name: fc.constantFrom(...NAMES),
    fate: fc.constantFrom('keep', 'keep', 'rename', 'go'),
    more: fc.constantFrom(0, 0, 1),
  }),
  { minLength: NAMES.length, maxLength: NAMES.length },
);
const added = fc.array(fc.constantFrom(...NAMES), { maxLength: 3 });
const chain = fc.tuple(added, fc.array(fc.tuple(step, added), { minLength: 1, maxLength: 5 }));

/** Names that fields which went were left under are not used again: a document that does is refused. */
function versionsOf([first, steps]: [
  string[],
  [{ name: string; fate: string; more: number }[], string[]][],
]) {
  let next = 0;
  const gone = new Set<string>();
  const fresh = (names: readonly string[], taken: ReadonlySet<string>): ModelField[] =>
    [...new Set(names)]
      .filter((name) => !taken.has(name) && !gone.has(name))
      .map((name) => ({ id: next++, name, places: 1 }));
  const versions: ModelVersion[] = [fresh(first, new Set())];
  for (const [fates, more] of steps) {
    const taken = new Set<string>();
    const kept: ModelField[] = [];
    for (const [index, field] of versions.at(-1)!.entries()) {
      const { name, fate, more: digits } = fates[index % fates.length]!;
      const places = Math.min(6, field.places + digits);
      const before = versions.at(-1)!;
      const isFree = !taken.has(name) && !gone.has(name) && before.every((each) => each.name !== name);
      if (fate === 'go' && !taken.has(field.name)) gone.add(field.name);
      else if (fate === 'rename' && isFree) {
        taken.add(name);
        kept.push({ ...field, name, was: field.name, places });
      } else {
        taken.add(field.name);
        kept.push({ ...field, places });
      }
    }
    versions.push([
      ...kept,
      ...fresh(more, new Set([...taken, ...versions.at(-1)!.map(({ name }) => name)])),
    ]);
  }
  return versions;
}

function schemaOf(version: ModelVersion): VersionSchema {
  const fields = version.map(
    ({ name, was, places }) =>
      `${name}: { type: decimal, places: ${places}${was === undefined ? '' : `, was: ${was}`} }`,
  );
  return readVersionSchema(documentOf({ 3: `entities: { A: { fields: { ${fields.join(', ')} } } }` }))!;
}

function stepsOf(schemas: readonly VersionSchema[]): readonly EntityMigration[] {
  let before = schemas[0]!;
  return schemas.slice(1).map((schema) => {
    const found = migrationBetween(before, schema).entities['A'] ?? NO_MIGRATION;
    before = withEarlier(before, schema);
    return found;
  });
}

describe('any chain of versions', () => {
  it('keeps every value that the newest has a place for, under its name, and what it says', () => {
    fc.assert(
      fc.property(chain, (drawn) => {
        const versions = versionsOf(drawn);
        const steps = stepsOf(versions.map(schemaOf));
        const last = versions.at(-1)!;
        for (const [index, version] of versions.entries()) {
          // Each field holds its own number, written with the places it has.
          const record = Object.fromEntries(
            version.map(({ id, name, places }) => [name, (id + 1) * 10 ** places]),
          );
          const migration = steps.slice(index).reduce(composeEntities, NO_MIGRATION);
          const after = migratedFields(record, migration.fields);
          for (const { id, name, places } of last)
            if (version.some((field) => field.id === id))
              expect([name, after[name]]).toEqual([name, (id + 1) * 10 ** places]);
          const gradually = steps
            .slice(index)
            .reduce<Fields>((fields, { fields: by }) => migratedFields(fields, by), record);
          expect(after).toEqual(gradually);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('keeps a choice that is called as a property of every object', () => {
    const kinds = (of: string) =>
      readVersionSchema(
        documentOf({ 3: `entities: { A: { fields: { kind: { type: choice, of: ${of} } } } }` }),
      )!;
    const steps = stepsOf([
      kinds('[plain, high]'),
      kinds('{ constructor: { title: Built, was: plain }, high: High }'),
      kinds('{ constructor: { title: Built, was: plain }, urgent: { title: Urgent, was: high } }'),
    ]);
    const { fields } = steps.reduce(composeEntities, NO_MIGRATION);
    expect(migratedFields({ kind: 'plain' }, fields)).toEqual({ kind: 'constructor' });
    expect(migratedFields({ kind: 'high' }, fields)).toEqual({ kind: 'urgent' });
  });
});
