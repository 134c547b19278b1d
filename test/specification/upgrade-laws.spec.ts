// Whatever the sequence of versions, values are preserved where the newest has a place for them.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Fields } from '#specification/model/stored-value.js';
import {
  composeEntityMigrations,
  migrateFields,
  createMigration,
  EMPTY_ENTITY_MIGRATION,
  addEarlierDeclarations,
  type EntityMigration,
} from '#specification/upgrade/migration.js';
import { assignStoredKeys, NO_STORED_ENTITY_KEYS } from '#specification/upgrade/stored-keys.js';
import { readVersionSchema, type VersionSchema } from '#specification/upgrade/version-schema.js';
import { documentOf } from './documents.js';
import { numRuns } from '#test/property-runs.js';

/** Identity of a field across renames. */
interface ModelField {
  readonly id: number;
  readonly name: string;
  readonly was?: string;
  readonly places: number;
}

type ModelVersion = readonly ModelField[];

const NAMES = ['a', 'b', 'c', 'd', 'e'];

/** Each field keeps its name, takes one of these, or is removed; and how many places it gains. */
const step = fc.array(
  fc.record({
    name: fc.constantFrom(...NAMES),
    fate: fc.constantFrom('keep', 'keep', 'rename', 'swap', 'go'),
    more: fc.constantFrom(0, 0, 1),
  }),
  { minLength: NAMES.length, maxLength: NAMES.length },
);
const added = fc.array(fc.constantFrom(...NAMES), { maxLength: 3 });
const chain = fc.tuple(added, fc.array(fc.tuple(step, added), { minLength: 1, maxLength: 5 }));

/** A `was` equal to the name is redundant. */
const mayBeExchanged = (
  one: ModelField,
  other: ModelField | undefined,
  taken: ReadonlySet<string>,
): boolean =>
  other !== undefined &&
  [one, other].every(({ name }) => !taken.has(name)) &&
  other.was !== one.name &&
  one.was !== other.name;

/** Names of removed fields are not reused: a document that does is refused. */
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
    const before = versions.at(-1)!;
    for (let index = 0; index < before.length; index++) {
      const [field, other] = [before[index]!, before[index + 1]];
      const { name, fate, more: digits } = fates[index % fates.length]!;
      const places = Math.min(6, field.places + digits);
      const isFree = !taken.has(name) && !gone.has(name) && before.every((each) => each.name !== name);
      if (fate === 'swap' && mayBeExchanged(field, other, taken)) {
        taken.add(field.name).add(other!.name);
        kept.push({ ...field, name: other!.name, was: field.name, places });
        kept.push({ ...other!, name: field.name, was: other!.name });
        index++;
      } else if (fate === 'go' && !taken.has(field.name)) gone.add(field.name);
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
    const found = createMigration(before, schema).entities['A'] ?? EMPTY_ENTITY_MIGRATION;
    before = addEarlierDeclarations(before, schema);
    return found;
  });
}

/** Identity of an entity across renames. */
interface ModelEntity {
  readonly id: number;
  readonly name: string;
  readonly was?: string;
}

/** An entity is removed, keeps its name, takes the next one's (which changes too), or a new one. */
const entityStep = fc.record({
  fates: fc.array(fc.constantFrom('keep', 'swap', 'rename', 'go'), { minLength: 5, maxLength: 5 }),
  names: fc.shuffledSubarray(['A', 'B', 'C', 'D', 'E'], { minLength: 5, maxLength: 5 }),
  added: fc.integer({ min: 0, max: 2 }),
});

function entityVersions(steps: readonly { fates: string[]; names: string[]; added: number }[]) {
  let next = 0;
  const versions: ModelEntity[][] = [[]];
  const gone = new Set<string>();
  for (const { fates, names, added } of steps) {
    const before = versions.at(-1)!;
    const kept: ModelEntity[] = [];
    const free = names.filter((name) => !gone.has(name) && before.every((each) => each.name !== name));
    for (let index = 0; index < before.length; index++) {
      const [entity, other] = [before[index]!, before[index + 1]];
      const fate = fates[index % fates.length];
      if (fate === 'go') gone.add(entity.name);
      else if (fate === 'swap' && other && entity.was !== other.name && other.was !== entity.name) {
        kept.push(
          { id: entity.id, name: other.name, was: entity.name },
          { id: other.id, name: entity.name, was: other.name },
        );
        index++;
      } else if (fate === 'rename' && free.length > 0)
        kept.push({ id: entity.id, name: free.shift()!, was: entity.name });
      else kept.push(entity);
    }
    const unused = names.filter((name) => !gone.has(name) && kept.every((each) => each.name !== name));
    const more = unused.slice(0, added).map((name) => ({ id: next++, name }));
    versions.push([...more, ...kept]);
  }
  return versions.slice(1);
}

describe('any chain of versions with entities that are renamed, exchanged, left out and new', () => {
  it('stores each entity under one key for good, and no two under the same', () => {
    fc.assert(
      fc.property(fc.array(entityStep, { minLength: 2, maxLength: 8 }), (steps) => {
        const stored = new Map<number, string>();
        let keys = NO_STORED_ENTITY_KEYS;
        for (const version of entityVersions(steps)) {
          keys = assignStoredKeys(
            keys,
            version.map(({ name, was }) => ({ key: name, ...(was !== undefined && { was }) })),
          );
          for (const { id, name } of version) {
            const key = keys.keys.get(name)!;
            expect([name, key]).toEqual([name, stored.get(id) ?? key]);
            stored.set(id, key);
          }
        }
        expect(new Set(stored.values()).size).toBe(stored.size);
      }),
      { numRuns: numRuns(500) },
    );
  });
});

describe('any chain of versions', () => {
  it('keeps every value that the newest has a place for, under its name, and what it says', () => {
    fc.assert(
      fc.property(chain, (drawn) => {
        const versions = versionsOf(drawn);
        const steps = stepsOf(versions.map(schemaOf));
        const last = versions.at(-1)!;
        for (const [index, version] of versions.entries()) {
          // Each field holds its own number, with its places.
          const record = Object.fromEntries(
            version.map(({ id, name, places }) => [name, (id + 1) * 10 ** places]),
          );
          const migration = steps.slice(index).reduce(composeEntityMigrations, EMPTY_ENTITY_MIGRATION);
          const after = migrateFields(record, migration.fields);
          for (const { id, name, places } of last)
            if (version.some((field) => field.id === id))
              expect([name, after[name]]).toEqual([name, (id + 1) * 10 ** places]);
          const gradually = steps
            .slice(index)
            .reduce<Fields>((fields, { fields: by }) => migrateFields(fields, by), record);
          expect(after).toEqual(gradually);
        }
      }),
      { numRuns: numRuns(200) },
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
    const { fields } = steps.reduce(composeEntityMigrations, EMPTY_ENTITY_MIGRATION);
    expect(migrateFields({ kind: 'plain' }, fields)).toEqual({ kind: 'constructor' });
    expect(migrateFields({ kind: 'high' }, fields)).toEqual({ kind: 'urgent' });
  });
});
