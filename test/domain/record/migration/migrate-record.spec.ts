import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decideMigration } from '#domain/record/migration/migrate-record.js';
import type { OpenedRecord } from '#domain/record/record-state.js';
import {
  EMPTY_ENTITY_MIGRATION,
  type EntityMigration,
  type Renames,
} from '#specification/upgrade/migration.js';

const FIELDS = ['a', 'b', 'c'];
const AT = '2026-11-26T09:00:00.000Z';
const BY = '01900000-0000-7000-8000-00000000ad10';

const name = fc.constantFrom(...FIELDS);
const migration: fc.Arbitrary<EntityMigration> = fc.record({
  fields: fc.dictionary(name, fc.record({ to: name, choices: fc.constant({ x: 'y' }) }), { maxKeys: 3 }),
  states: fc.constantFrom<Renames>({}, { open: 'begun' }),
  moves: fc.constantFrom<Renames>({}, { waiting: 'begun' }),
  actions: fc.constantFrom<Renames>({}, { approve: 'accept' }),
  roles: fc.constantFrom<Renames>({}, { boss: 'head' }),
});

/** Restricted: values, their authors, and inputs of an action under approval. */
const content = fc.record({
  fields: fc.dictionary(name, fc.constantFrom('x', 'z', null, 5)),
  touched: fc.dictionary(name, fc.constant({ by: BY, at: AT })),
  proposed: fc.dictionary(name, fc.constant({ from: null, to: 'x' })),
});

/** Readable with the record. */
const standing = fc.record({
  state: fc.constantFrom('open', 'waiting', 'other'),
  action: fc.constantFrom('approve', 'reject'),
  hasRound: fc.boolean(),
});

type Drawn<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

function recordOf(
  { state, action, hasRound }: Drawn<typeof standing>,
  { fields, touched, proposed }: Drawn<typeof content>,
): OpenedRecord {
  const vote = { by: BY, at: AT, says: 'yes', roles: ['boss'], unseen: [], proposed } as const;
  return {
    status: 'opened',
    id: '01900000-0000-7000-8000-0000000000a1',
    number: null,
    title: 'One',
    state,
    openedBy: BY,
    openedAt: AT,
    assignee: null,
    specification: 1,
    fields,
    touched,
    rounds: hasRound ? { [action]: { needs: [{ role: null, count: 2 }], votes: [vote] } } : {},
    stateSince: AT,
    changedAt: AT,
    cameElsewhere: false,
    timers: {},
  };
}

describe('the migration of a record to a later version', () => {
  it('decides the same whatever values the record holds', () => {
    fc.assert(
      fc.property(migration, standing, content, content, (renamed, record, one, other) => {
        const [first, second] = [one, other].map((each) =>
          decideMigration(recordOf(record, each), { migration: renamed, version: 2 }),
        );
        expect(first).toEqual(second);
      }),
      { numRuns: 500 },
    );
  });

  it('decides nothing if nothing was renamed', () => {
    fc.assert(
      fc.property(standing, content, (record, each) => {
        expect(
          decideMigration(recordOf(record, each), { migration: EMPTY_ENTITY_MIGRATION, version: 2 }),
        ).toBeUndefined();
      }),
    );
  });
});
