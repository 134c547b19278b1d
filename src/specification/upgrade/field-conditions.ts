import type { SourcePosition } from '../document/diagnostics.js';
import {
  explainIncompatibleChange,
  findEarlierTableColumns,
  type EarlierField,
  type Lineages,
} from './earlier-fields.js';
import { isRenamedIn, countAddedDigits } from './migration.js';
import {
  createUnknownNameCondition,
  findUnknownNameConditions,
  type FieldPath,
  type UpgradeCondition,
  type UsageQuestion,
} from './upgrade-condition.js';
import type { FieldSchema } from './version-schema.js';

const MAX_NAMES = 200;

export interface FieldOwner {
  readonly entity: string;
  readonly table?: string;
  readonly before: readonly FieldSchema[];
  readonly now: readonly FieldSchema[];
  readonly removed: readonly string[];
  readonly spot: SourcePosition;
  /** Cannot be inspected or converted. */
  readonly isSealed: boolean;
  /** `Case`, `lines of Case` */
  readonly name: string;
}

export function findFieldConditions(owner: FieldOwner, lineages: Lineages): readonly UpgradeCondition[] {
  const { before, now } = owner;
  const gone = before.flatMap((field) => {
    const successor = findSuccessor(field, owner);
    return successor
      ? findRemainingFieldConditions(owner, field, successor, lineages(field.key))
      : findRemovedFieldConditions(owner, field);
  });
  const known = before.map(({ key }) => key);
  const what = owner.table === undefined ? 'field' : `column of \`${owner.table}\``;
  return [...gone, ...findUnknownNameConditions({ what, before, now }, known, owner.name)];
}

function findSuccessor({ key }: FieldSchema, { before, now }: FieldOwner): FieldSchema | undefined {
  const renamed = now.find((each) => each.was === key && isRenamedIn(each, before));
  if (renamed) return renamed;
  return now.find((each) => each.key === key && !isRenamedIn(each, before));
}

function getFieldPath({ entity, table }: FieldOwner, key: string): FieldPath {
  return table === undefined ? { entity, field: key } : { entity, field: table, column: key };
}

/** A sealed table is checked as a whole. */
const askForValues = (owner: FieldOwner, key: string): UsageQuestion =>
  owner.isSealed && owner.table !== undefined
    ? { of: 'values', entity: owner.entity, field: owner.table }
    : { of: 'values', ...getFieldPath(owner, key) };

function findRemovedFieldConditions(owner: FieldOwner, { key }: FieldSchema): readonly UpgradeCondition[] {
  if (owner.removed.includes(key)) return [];
  const taken = owner.now.find((each) => each.key === key);
  const question = askForValues(owner, key);
  if (taken)
    return [
      {
        spot: taken.spot,
        question,
        message: `{count} have a value in \`${key}\` of ${owner.name} already, and \`${taken.was}\` is to be called so`,
        remedy: `call it something else, or say where the values of \`${key}\` go: \`was: ${key}\` on another`,
      },
    ];
  return [
    {
      spot: owner.spot,
      question,
      message: `{count} have a value in \`${key}\` of ${owner.name}, which this version does not have`,
      remedy: `write \`was: ${key}\` on what it is called now, or \`removed: [${key}]\` to show it in the history only`,
    },
  ];
}

function findRemainingFieldConditions(
  owner: FieldOwner,
  field: FieldSchema,
  now: FieldSchema,
  lineage: readonly EarlierField[],
): readonly UpgradeCondition[] {
  const versions = lineage.length > 0 ? lineage : [{ version: 0, wasChecked: false, field }];
  const change = versions
    .map((each) => explainIncompatibleChange(each, now))
    .find((each) => each !== undefined);
  if (change !== undefined)
    return [
      {
        spot: now.spot,
        question: askForValues(owner, field.key),
        message: `{count} have a value in \`${field.key}\` of ${owner.name}, ${change}`,
        remedy: 'keep it as it was, and give what is new a field of its own',
      },
    ];
  const isSealed = owner.isSealed || now.personal !== undefined;
  return [
    ...findDigitConditions({ ...owner, isSealed }, field, now),
    ...findChoiceConditions({ ...owner, isSealed }, field, now, versions),
    ...(field.columns.length > 0 ? findColumnConditions({ ...owner, isSealed }, field, now, lineage) : []),
    ...(owner.isSealed && field.key !== now.key
      ? [createSealedCondition(owner, field, now, 'it cannot be renamed')]
      : []),
  ];
}

function findDigitConditions(
  owner: FieldOwner,
  field: FieldSchema,
  now: FieldSchema,
): readonly UpgradeCondition[] {
  const digits = countAddedDigits(field, now);
  if (digits === 0) return [];
  if (owner.isSealed) return [createSealedCondition(owner, field, now, 'it cannot be given more places')];
  if (field.unique)
    return [
      {
        spot: now.spot,
        question: askForValues(owner, field.key),
        message: `{count} have a value in \`${field.key}\` of ${owner.name}, which is unique and cannot be given more places`,
        remedy: 'give what is new a field of its own',
      },
    ];
  return [
    {
      spot: now.spot,
      question: {
        of: 'larger',
        than: Math.floor(Number.MAX_SAFE_INTEGER / 10 ** digits),
        ...getFieldPath(owner, field.key),
      },
      message: `{count} have a number in \`${field.key}\` of ${owner.name} that is too large for ${now.places} places`,
      remedy: 'give it fewer places',
    },
  ];
}

const createSealedCondition = (
  owner: FieldOwner,
  { key }: FieldSchema,
  { spot }: FieldSchema,
  what: string,
): UpgradeCondition => ({
  spot,
  question: askForValues(owner, key),
  message: `{count} have a personal value in \`${key}\` of ${owner.name}; it is encrypted as a whole, so ${what}`,
  remedy: 'keep it as it was, and give what is new a field of its own',
});

function findChoiceConditions(
  owner: FieldOwner,
  field: FieldSchema,
  now: FieldSchema,
  lineage: readonly EarlierField[],
): readonly UpgradeCondition[] {
  if (now.choices.length === 0) return [];
  const earlier = new Set(lineage.flatMap((each) => each.field.choices.map(({ value }) => value)));
  const renamed = new Map(
    now.choices.flatMap(({ value, was }) => {
      const known = field.choices.find((each) => each.value === value)?.was ?? [];
      return was.filter((each) => !known.includes(each)).map((each) => [each, value]);
    }),
  );
  const declared = new Set(now.choices.map(({ value }) => value));
  const unknown = now.choices.flatMap(({ value, spot }) =>
    [...renamed].flatMap(([was, to]) =>
      to === value && !earlier.has(was)
        ? [createUnknownNameCondition(spot, `choice \`${was}\` in \`${field.key}\``, was, earlier)]
        : [],
    ),
  );
  const isGone = (value: string) => !declared.has(value) && !renamed.has(value);
  const changed = [...earlier].filter((value) => isGone(value) || renamed.has(value));
  if (owner.isSealed && changed.length > 0)
    return [
      ...unknown,
      createSealedCondition(
        owner,
        field,
        now,
        `its choices cannot be renamed or left out: ${changed.map(quote).join(', ')}`,
      ),
    ];
  const gone = [...earlier].filter(isGone).slice(0, MAX_NAMES);
  return [
    ...unknown,
    ...gone.map((choice): UpgradeCondition => ({
      spot: now.spot,
      question: { of: 'choice', choice, ...getFieldPath(owner, field.key) },
      message: `{count} have \`${choice}\` in \`${field.key}\` of ${owner.name}, which is no choice in this version`,
      remedy: `keep it, or write \`was: ${choice}\` on the choice that takes its place`,
    })),
  ];
}

const quote = (name: string): string => `\`${name}\``;

function findColumnConditions(
  owner: FieldOwner,
  table: FieldSchema,
  now: FieldSchema,
  lineage: readonly EarlierField[],
): readonly UpgradeCondition[] {
  const columns: FieldOwner = {
    entity: owner.entity,
    table: table.key,
    before: table.columns,
    now: now.columns,
    removed: now.removed,
    spot: now.spot,
    isSealed: owner.isSealed,
    name: `${table.key} of ${owner.entity}`,
  };
  return findFieldConditions(columns, (key) => findEarlierTableColumns(lineage, key));
}
