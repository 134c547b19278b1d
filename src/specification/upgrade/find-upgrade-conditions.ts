import { findEarlierFields } from './earlier-fields.js';
import { isRenamedIn, addEarlierDeclarations } from './migration.js';
import { rekeyVersionSchemas, assignStoredKeys, NO_STORED_ENTITY_KEYS } from './stored-keys.js';
import {
  createUnknownNameCondition,
  findUnknownNameConditions,
  listEarlierNames,
  type EarlierVersion,
  type UpgradeCondition,
} from './upgrade-condition.js';
import { findFieldConditions, type FieldOwner } from './field-conditions.js';
import type { EntitySchema, NamedSchema, VersionSchema } from './version-schema.js';

/** `versions`: oldest first. */
export function findUpgradeConditions(
  versions: readonly EarlierVersion[],
  declaring: VersionSchema,
): readonly UpgradeCondition[] {
  const stored = rekeyVersionSchemas([...versions.map(({ schema }) => schema), declaring]);
  const earlier = versions.map((each, index) => ({ ...each, schema: stored[index]! }));
  const next = stored.at(-1)!;
  const last = earlier.at(-1);
  if (!last) return [];
  const before = mergeVersions(earlier);
  const entities = Object.values(before.entities).flatMap((entity) => {
    const now = next.entities[entity.key];
    if (!now) return [createRemovedEntityCondition(entity, next)];
    const declared = last.schema.entities[entity.key];
    return findEntityConditions({ earlier, before: entity, declared, now });
  });
  return [
    ...entities,
    ...findUnknownEntities(versions, declaring),
    ...findRoleConditions(earlier, last.schema, next),
  ];
}

function findUnknownEntities(
  versions: readonly EarlierVersion[],
  { entities }: VersionSchema,
): readonly UpgradeCondition[] {
  const { keys, declared } = versions.reduce(
    (before, { schema }) => assignStoredKeys(before, Object.values(schema.entities)),
    NO_STORED_ENTITY_KEYS,
  );
  const renamed = Object.values(entities).filter((each) => isRenamedIn(each, declared));
  return renamed.flatMap((each, index): readonly UpgradeCondition[] => {
    if (!keys.has(each.was!))
      return [createUnknownNameCondition(each.spot, `entity \`${each.was}\``, each.was!, keys.keys())];
    const first = renamed.slice(0, index).find(({ was }) => was === each.was);
    if (!first) return [];
    const message = `\`${first.key}\` was \`${each.was}\` already; records have one name`;
    return [{ spot: each.spot, message, remedy: 'say it of one of them' }];
  });
}

/** Records may still use earlier declarations. */
const mergeVersions = (earlier: readonly EarlierVersion[]): VersionSchema =>
  earlier
    .map(({ schema }) => schema)
    .reduce<VersionSchema | undefined>(
      (before, schema) => addEarlierDeclarations(before, schema),
      undefined,
    )!;

function createRemovedEntityCondition(
  { key, name }: EntitySchema,
  { spots, entities }: VersionSchema,
): UpgradeCondition {
  const question = { of: 'records', entity: key } as const;
  const taken = Object.values(entities).find((each) => each.name === name);
  if (taken)
    return {
      spot: taken.spot,
      question,
      message: `there are {count} of \`${name}\` already, and \`${taken.was}\` is to be called so`,
      remedy: `call it something else, or write \`was: ${name}\` on what these are called now`,
    };
  return {
    spot: spots.entities,
    question,
    message: `there are {count} of \`${name}\`, which this version does not have`,
    remedy: `write \`was: ${name}\` on what it is called now, or keep it, and leave it out of section 2 and 6 where nobody is to see it`,
  };
}

interface ComparedEntity {
  readonly earlier: readonly EarlierVersion[];
  readonly before: EntitySchema;
  readonly declared: EntitySchema | undefined;
  readonly now: EntitySchema;
}

function findEntityConditions(compared: ComparedEntity): readonly UpgradeCondition[] {
  const { earlier, before, now } = compared;
  const entity = now.key;
  const lineages = (key: string) => findEarlierFields(earlier, entity, key);
  const owner: FieldOwner = {
    entity,
    before: before.fields,
    now: now.fields,
    removed: now.removed,
    spot: now.spot,
    isSealed: false,
    name: now.name,
  };
  return [
    ...findFieldConditions(owner, lineages),
    ...findStateConditions(compared),
    ...findActionConditions(compared),
  ];
}

/** Removing an action matters only with an open round. */
function findActionConditions({ earlier, declared, now }: ComparedEntity): readonly UpgradeCondition[] {
  const known = listEarlierNames(earlier, (schema) => schema.entities[now.key]?.actions);
  const before = declared?.actions ?? [];
  return [
    ...findUnknownNameConditions({ what: 'action', before, now: now.actions }, known),
    ...findRemovedNames(known, now.actions, before).map((action): UpgradeCondition => ({
      spot: now.statesSpot,
      question: { of: 'round', entity: now.key, action, moved: Object.keys(now.move) },
      message: `{count} of ${now.name} wait for approvals of \`${action}\`, which this version does not have`,
      remedy: `write \`was: ${action}\` on what it is called now, or keep it until these are decided or taken back`,
    })),
  ];
}

function findRemovedNames(
  known: readonly string[],
  now: readonly NamedSchema[],
  before: readonly NamedSchema[],
): readonly string[] {
  const remaining = new Set([
    ...now.map(({ key }) => key),
    ...now.filter((each) => isRenamedIn(each, before)).map(({ was }) => was!),
  ]);
  return known.filter((name) => !remaining.has(name));
}

function findStateConditions({ earlier, declared, now }: ComparedEntity): readonly UpgradeCondition[] {
  const known = listEarlierNames(earlier, (schema) => schema.entities[now.key]?.states);
  const before = declared?.states ?? [];
  const moved = Object.entries(now.move)
    .filter(([from]) => !known.includes(from))
    .map(([from, { spot }]) =>
      createUnknownNameCondition(spot, `state \`${from}\` in ${now.name}`, from, known),
    );
  return [
    ...findUnknownNameConditions({ what: 'state', before, now: now.states }, known, now.name),
    ...moved,
    ...findRemovedNames(known, now.states, before)
      .filter((state) => !Object.hasOwn(now.move, state))
      .map((state): UpgradeCondition => ({
        spot: now.statesSpot,
        question: { of: 'state', entity: now.key, state },
        message: `{count} of ${now.name} are in \`${state}\`, which this version does not have`,
        remedy: `write \`was: ${state}\` on what it is called now, or \`move: { ${state}: … }\` to say where they go`,
      })),
  ];
}

function findRoleConditions(
  earlier: readonly EarlierVersion[],
  last: VersionSchema,
  next: VersionSchema,
): readonly UpgradeCondition[] {
  const known = listEarlierNames(earlier, ({ roles }) => roles);
  return [
    ...findUnknownNameConditions({ what: 'role', before: last.roles, now: next.roles }, known),
    ...findRemovedNames(known, next.roles, last.roles).map((role): UpgradeCondition => ({
      spot: next.spots.roles,
      question: { of: 'role', role },
      message: `{count} hold the role \`${role}\`, or have delegated it to a deputy, and this version does not have it`,
      remedy: `write \`was: ${role}\` on what it is called now, or take the role from them and end what deputies have of it first`,
    })),
  ];
}
