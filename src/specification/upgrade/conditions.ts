// What a new version of an application has to keep: everything that was recorded under the versions before. What cannot be decided from the
// documents alone is a condition, with the question to ask of the records.
import { lineage } from './field-lineage.js';
import { isRenamedIn, withEarlier } from './migration.js';
import { neverWas, unknownNames, namesIn, type EarlierVersion, type UpgradeCondition } from './condition.js';
import { fieldConditions, type FieldOwner } from './field-conditions.js';
import type { EntitySchema, VersionSchema } from './version-schema.js';

/** [] = whatever was recorded has its place in the next version. `earlier`: oldest first. */
export function upgradeConditions(
  earlier: readonly EarlierVersion[],
  next: VersionSchema,
): readonly UpgradeCondition[] {
  const last = earlier.at(-1);
  if (!last) return [];
  const before = everything(earlier);
  const entities = Object.values(before.entities).flatMap((entity) => {
    const now = next.entities[entity.key];
    if (!now) return [goneEntity(entity, next)];
    const declared = last.schema.entities[entity.key];
    return entityConditions({ earlier, before: entity, declared, now });
  });
  return [...entities, ...roleConditions(earlier, last.schema, next)];
}

/** The last version, with what earlier ones declared that records may still hold. */
const everything = (earlier: readonly EarlierVersion[]): VersionSchema =>
  earlier
    .map(({ schema }) => schema)
    .reduce<VersionSchema | undefined>((before, schema) => withEarlier(before, schema), undefined)!;

const goneEntity = ({ key }: EntitySchema, { spots }: VersionSchema): UpgradeCondition => ({
  spot: spots.entities,
  question: { of: 'records', entity: key },
  message: `there are {count} of \`${key}\`, which this version does not have`,
  remedy: `keep \`${key}\`; leave it out of section 2 and 6 where nobody is to see it`,
});

interface ComparedEntity {
  readonly earlier: readonly EarlierVersion[];
  /** With fields that earlier versions declared. */
  readonly before: EntitySchema;
  /** As the last version declares it; undefined: it does not. */
  readonly declared: EntitySchema | undefined;
  readonly now: EntitySchema;
}

function entityConditions(compared: ComparedEntity): readonly UpgradeCondition[] {
  const { earlier, before, declared, now } = compared;
  const entity = now.key;
  const lineages = (key: string) => lineage(earlier, entity, key);
  const owner: FieldOwner = {
    entity,
    before: before.fields,
    now: now.fields,
    removed: now.removed,
    spot: now.spot,
    isSealed: false,
    name: entity,
  };
  return [
    ...fieldConditions(owner, lineages),
    ...stateConditions(compared),
    ...unknownNames(
      { what: 'action', before: declared?.actions ?? [], now: now.actions },
      namesIn(earlier, (schema) => schema.entities[entity]?.actions),
    ),
  ];
}

function stateConditions({ earlier, declared, now }: ComparedEntity): readonly UpgradeCondition[] {
  const known = namesIn(earlier, (schema) => schema.entities[now.key]?.states);
  const before = declared?.states ?? [];
  const kept = new Set([
    ...now.states.map(({ key }) => key),
    ...now.states.filter((state) => isRenamedIn(state, before)).map(({ was }) => was!),
    ...Object.keys(now.move),
  ]);
  const moved = Object.entries(now.move)
    .filter(([from]) => !known.includes(from))
    .map(([from, { spot }]) => neverWas(spot, `state \`${from}\` in ${now.key}`, from, known));
  return [
    ...unknownNames({ what: 'state', before, now: now.states }, known, now.key),
    ...moved,
    ...known
      .filter((state) => !kept.has(state))
      .map((state): UpgradeCondition => ({
        spot: now.statesSpot,
        question: { of: 'state', entity: now.key, state },
        message: `{count} of ${now.key} are in \`${state}\`, which this version does not have`,
        remedy: `write \`was: ${state}\` on what it is called now, or \`move: { ${state}: … }\` to say where they go`,
      })),
  ];
}

function roleConditions(
  earlier: readonly EarlierVersion[],
  last: VersionSchema,
  next: VersionSchema,
): readonly UpgradeCondition[] {
  const known = namesIn(earlier, ({ roles }) => roles);
  const kept = new Set([
    ...next.roles.map(({ key }) => key),
    ...next.roles.filter((role) => isRenamedIn(role, last.roles)).map(({ was }) => was!),
  ]);
  return [
    ...unknownNames({ what: 'role', before: last.roles, now: next.roles }, known),
    ...known
      .filter((role) => !kept.has(role))
      .map((role): UpgradeCondition => ({
        spot: next.spots.roles,
        question: { of: 'role', role },
        message: `{count} hold the role \`${role}\`, which this version does not have`,
        remedy: `write \`was: ${role}\` on what it is called now, or take the role from them first`,
      })),
  ];
}
