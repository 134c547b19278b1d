// Storage format: change only with an upcast.
import {
  migrateFields,
  renameValueKeys,
  migrateValue,
  type FieldMigration,
  type Renames,
} from '#specification/upgrade/migration.js';
import type { Fields } from '#specification/model/stored-value.js';
import type { Event, EventTypeMap, EventVocabulary } from '#domain/event.js';
import type { FieldChanges, ApprovalRounds } from '../approvals/approval-events.js';

export type RecordMigrated = Event<
  'record.migrated',
  {
    readonly from: number;
    readonly to: number;
    /** `renamed` false: the record moved to another state. */
    readonly state?: { readonly from: string; readonly to: string; readonly renamed: boolean };
    readonly fields?: Readonly<Record<string, FieldMigration>>;
    readonly states?: Renames;
    readonly actions?: Renames;
    readonly roles?: Renames;
  }
>;

export const migrationEventTypes: EventTypeMap<RecordMigrated> = {
  'record.migrated': {
    stream: '<key>.<Entity>-<record>',
    when: 'A version of the specification was published that calls something of the record otherwise, or does not have its state any more (`was` and `move`). The cause is the publication; the actor is who published it.',
    title: 'Came under another version',
    kind: 'record',
    verbPhrase: 'moved it to another version of the specification',
    describe: ({ to, state }, words) =>
      `moved it to version ${String(to)} of the specification${describeStateChange(state, words)}`,
    members: {
      from: 'the version of the specification it was under',
      to: 'the version it is under from here on',
      state:
        'the state `from` before `to` after; `renamed`: it is the same state and is called so now. Missing where the state stays',
      fields: {
        means:
          'field → what it is called now (`to`); how many more `digits` after the point it has; `choices` and `columns` that are called otherwise. Every field of the entity of which this holds, whether the record has a value in it or not; missing where nothing changes',
        visibility: 'by field',
      },
      states: 'state → what it is called now; missing where nothing changes',
      actions: 'action → what it is called now; missing where nothing changes',
      roles: 'role → what it is called now; missing where nothing changes',
    },
    upcasts: [],
  },
};

function describeStateChange(state: unknown, words: EventVocabulary): string {
  if (typeof state !== 'object' || state === null || !('renamed' in state) || !('to' in state)) return '';
  const title = words.state(String(state.to));
  return state.renamed === true
    ? `; its state is called “${title}” from then on`
    : `; it came into “${title}”`;
}

export const migrateValues = (values: Fields, { fields = {} }: RecordMigrated['data']): Fields =>
  migrateFields(values, fields);

export const migrateKeys = <Each>(
  values: Readonly<Record<string, Each>>,
  { fields = {} }: RecordMigrated['data'],
): Readonly<Record<string, Each>> => renameValueKeys(values, fields);

export const getMigratedName = (names: Renames | undefined, name: string): string =>
  names && Object.hasOwn(names, name) ? names[name]! : name;

export function migrateRounds(
  rounds: ApprovalRounds,
  { fields, actions, roles }: RecordMigrated['data'],
): ApprovalRounds {
  const role = (name: string) => getMigratedName(roles, name);
  const field = (name: string) => (fields && Object.hasOwn(fields, name) ? fields[name]!.to : name);
  return Object.fromEntries(
    Object.entries(rounds).map(([action, { needs, votes }]) => [
      getMigratedName(actions, action),
      {
        needs: needs.map((need) => ({ ...need, role: need.role === null ? null : role(need.role) })),
        votes: votes.map((vote) => ({
          ...vote,
          roles: vote.roles.map(role),
          unseen: vote.unseen.map(field),
          ...(vote.proposed && { proposed: migrateChanges(vote.proposed, fields) }),
        })),
      },
    ]),
  );
}

function migrateChanges(changes: FieldChanges, fields: RecordMigrated['data']['fields'] = {}): FieldChanges {
  return Object.fromEntries(
    Object.entries(changes).map(([key, { from, to }]) => {
      const by = Object.hasOwn(fields, key) ? fields[key] : undefined;
      return by ? [by.to, { from: migrateValue(from, by), to: migrateValue(to, by) }] : [key, { from, to }];
    }),
  );
}
