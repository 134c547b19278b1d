// What a person may see of an entity's records: which records, which fields, which titles.
import type { Filter } from '#projections/port/query.js';
import { isRestrictedPath, isRowValuesPath, withoutPathMarker } from '#projections/port/row-value-words.js';
import { createRecordsShape } from '#projections/read-models/records/records-read-model.js';
import {
  toActor,
  type Actor,
  getFieldGrants,
  canRead,
  canReadField,
  deriveReadCondition,
} from '#domain/permissions.js';
import { evaluateOr, mentionsName, listTemplateFields } from '#domain/evaluate-expressions.js';
import type {
  Entity,
  Expression,
  Grant,
  RecordInScope,
  Specification,
} from '#specification/model/specification.js';
import type { Fields } from '#specification/model/stored-value.js';
import { isRenamedIn } from '#specification/upgrade/migration.js';
import { conditionToFilter, EVERYTHING, MATCHES_NONE } from '../filters/condition-to-filter.js';
import type { Viewer } from '../viewer.js';
import type { TitledEntities, TitledEntity } from '#specification/naming/version-titles.js';

export interface ReadRights {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly actor: Actor;
  /** false: no role of the person reads any record of the entity. */
  readonly any: boolean;
  /** Whether every record of the entity may be read, whatever is in it. */
  readonly every: boolean;
  /** Leaves in every record that may be read. */
  readonly filter: Filter;
  /** Whether the filter leaves in nothing else: otherwise each record has to be asked. */
  readonly exact: boolean;
  /** Whether a sealed value of the field has to be opened: to show it, or because permissions ask for values. */
  opens(field: string): boolean;
  /** `record`: opened. */
  reads(record: RecordInScope): boolean;
  /** Keys of the fields that are not visible in this record. */
  hidden(record: RecordInScope): ReadonlySet<string>;
  /** Whether a column is visible in every record: only by those one may filter and sort. */
  open(column: string): boolean;
  /** Whether a column may be visible in some record. */
  mayShow(column: string): boolean;
  /** Paths in a record's document that a search looks into, and the key of the field that each of them belongs to. */
  readonly searched: readonly SearchedField[];
  /** Those of them, and the title, that the index of words has apart, and that may be visible in some record. */
  readonly apart: readonly string[];
  /** Whether everything a search looks into is visible in every record. */
  readonly searchOpen: boolean;
  /** Whether the record's title would tell one of these fields. */
  titleTells(hidden: ReadonlySet<string>): boolean;
}

interface ViewerContext {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly viewer: Viewer;
  /** ISO 8601 instant: permissions may ask for the time. */
  readonly now: string;
}

/** Everything section 6 says about one person and one entity, asked once for a whole page. */
export function deriveReadRights({ specification, entity, viewer, now }: ViewerContext): ReadRights {
  const actor = toActor(specification, viewer);
  const readable = viewer.auditor ? true : deriveReadCondition(entity, actor);
  const translated =
    typeof readable === 'object'
      ? conditionToFilter(readable, entity, actor.id)
      : readable === false
        ? MATCHES_NONE
        : EVERYTHING;
  const { searched, restricted, apart, own } = restrictionsOf(entity);
  const fields = fieldVisibility(restricted, actor);
  const told = listTitleFields(specification, entity);
  const titleFields = [...told.fields];
  const exact = readable !== 'per record' && translated !== undefined;
  const asked = new Set(fields.asked);
  const isOpen = (key: string) => !fields.never.has(key) && !asked.has(key);
  const titleOpen = !told.gone && titleFields.every(isOpen);
  return {
    specification,
    entity,
    actor,
    any: readable !== false,
    every: readable === true,
    filter: translated ?? EVERYTHING,
    exact,
    opens: (field) => !exact || fields.asked.length > 0 || !fields.never.has(field),
    reads: (record) => viewer.auditor || canRead(entity, record, actor, now),
    hidden: (record) => hiddenIn(record, { entity, actor, now, fields }),
    open: (column) => (column === 'title' && !own.has(column) ? titleOpen : isOpen(column)),
    mayShow: (column) => !fields.never.has(column),
    searched,
    apart: apart.filter((path) =>
      path === 'title'
        ? !told.gone && !titleFields.some((key) => fields.never.has(key))
        : !fields.never.has(keyOf(path)),
    ),
    searchOpen: titleOpen && searched.every(({ key }) => isOpen(key)),
    titleTells: (hidden) => told.gone || (hidden.size > 0 && titleFields.some((key) => hidden.has(key))),
  };
}

const TEXTS = 'fields.';
const keyOf = (path: string): string => path.split('.')[1]!;

interface SearchedField {
  readonly path: string;
  readonly key: string;
}

/** What section 6 says of an entity's fields whoever asks. */
interface FieldRestrictions {
  /** Fields a search looks into: sealed ones are not among them. */
  readonly searched: readonly SearchedField[];
  readonly restricted: readonly RestrictedField[];
  /** Paths that are searched apart. */
  readonly apart: readonly string[];
  /** Keys of all fields: one may be called like a property. */
  readonly own: ReadonlySet<string>;
}

interface RestrictedField {
  readonly key: string;
  readonly roles: Grant['roles'];
}

const restrictionsIn = new WeakMap<Entity, FieldRestrictions>();

function restrictionsOf(entity: Entity): FieldRestrictions {
  let found = restrictionsIn.get(entity);
  if (!found) restrictionsIn.set(entity, (found = learnRestrictions(entity)));
  return found;
}

function learnRestrictions(entity: Entity): FieldRestrictions {
  const { text } = createRecordsShape(entity, []);
  const paths = text
    .filter((path) => path.startsWith(TEXTS) && !isRowValuesPath(path))
    .map(withoutPathMarker);
  return {
    searched: paths.map((path) => ({ path, key: keyOf(path) })),
    apart: text.filter(isRestrictedPath).map(withoutPathMarker),
    restricted: entity.fields.flatMap(({ key }) => {
      const grant = getFieldGrants(entity, key)?.read;
      return grant ? [{ key, roles: grant.roles }] : [];
    }),
    own: new Set(entity.fields.map(({ key }) => key)),
  };
}

/** Fields never visible to the person, and those where each record has to be asked. */
interface FieldVisibility {
  readonly never: ReadonlySet<string>;
  readonly asked: readonly string[];
}

function fieldVisibility(restricted: readonly RestrictedField[], actor: Actor): FieldVisibility {
  const never = new Set<string>();
  const asked: string[] = [];
  for (const { key, roles } of restricted) {
    const held = actor.roles.filter((role) => Object.hasOwn(roles, role)).map((role) => roles[role]);
    if (held.includes(true)) continue;
    if (held.length === 0) never.add(key);
    else asked.push(key);
  }
  return { never, asked };
}

interface VisibilityContext {
  readonly entity: Entity;
  readonly actor: Actor;
  readonly now: string;
  readonly fields: FieldVisibility;
}

function hiddenIn(
  record: RecordInScope,
  { entity, actor, now, fields: { never, asked } }: VisibilityContext,
): ReadonlySet<string> {
  if (asked.length === 0) return never;
  return new Set([...never, ...asked.filter((key) => !canReadField(entity, key, record, actor, now))]);
}

/** Which fields a record's title may tell: titles are facts, written by the template of whichever version ran then. */
interface TitleFields {
  readonly fields: ReadonlySet<string>;
  /** Titles may tell a restricted field that is gone: nobody says any more who may see it. */
  readonly gone: boolean;
}

const rememberedTitles = new WeakMap<TitledEntities, ReadonlyMap<string, TitleFields>>();

/** Of all versions up to this one. */
export function listTitleFields(specification: TitledEntities, entity: TitledEntity): TitleFields {
  return rememberedTitles.get(specification)?.get(entity.key) ?? ownTitleFields(entity);
}

function ownTitleFields(entity: TitledEntity): TitleFields {
  return { fields: new Set(listTemplateFields(entity, entity.recordTitle.source)), gone: false };
}

/** Remembers what titles of earlier versions tell. `former: undefined`: there was one that is not known any more. */
export function registerTitleFields(
  specification: TitledEntities,
  former: TitledEntities | undefined | 'first',
): void {
  const entities = Object.values(specification.entities);
  rememberedTitles.set(
    specification,
    new Map(entities.map((entity) => [entity.key, withFormerTitles(entity, former)])),
  );
}

function withFormerTitles(entity: TitledEntity, former: TitledEntities | undefined | 'first'): TitleFields {
  const own = ownTitleFields(entity);
  if (former === 'first') return own;
  const keys = entity.fields.map(({ key }) => key);
  // Whichever fields that version's titles were made of: they may be any.
  if (!former) return { fields: new Set(keys), gone: false };
  const before = Object.hasOwn(former.entities, entity.key) ? former.entities[entity.key]! : undefined;
  if (!before) return own;
  const told = listTitleFields(former, before);
  const now = [...told.fields].map((key) => ({ key, name: nameAfter(key, before, entity) }));
  const lost = now.filter(({ name }) => !keys.includes(name));
  return {
    fields: new Set([...own.fields, ...now.map(({ name }) => name).filter((name) => keys.includes(name))]),
    gone: told.gone || lost.some(({ key }) => before.permissions.fields[key]?.read !== undefined),
  };
}

/** What the next version calls a field. */
function nameAfter(key: string, before: TitledEntity, after: TitledEntity): string {
  const renamed = after.fields.find((field) => field.was === key && isRenamedIn(field, before.fields));
  return renamed?.key ?? key;
}

/** The records a screen is about, besides who may read them. */
export interface ScreenFilter {
  readonly filter: Filter;
  readonly exact: boolean;
  holds(record: RecordInScope): boolean;
}

export const EVERYWHERE: ScreenFilter = { filter: EVERYTHING, exact: true, holds: () => true };

/**
 * A screen's `where`; a record for which it cannot be evaluated is not on the screen. It looks at what the person may
 * see: being on the screen, or not, would tell a hidden value.
 */
export function createScreenFilter(
  where: Expression<boolean> | undefined,
  { entity, actor, open, hidden }: ReadRights,
  now: string,
): ScreenFilter {
  if (!where) return EVERYWHERE;
  const tellsNothing = entity.fields.every(({ key }) => open(key) || !mentionsName(where, key));
  const filter = tellsNothing && where.condition && conditionToFilter(where.condition, entity, actor.id);
  return {
    filter: filter || EVERYTHING,
    exact: filter !== false && filter !== undefined,
    holds: (record) => {
      const seen = tellsNothing ? record : { ...record, fields: without(record.fields, hidden(record)) };
      return evaluateOr(where, { record: seen, user: actor, now }, false);
    },
  };
}

/** Values without those of some fields. */
const without = (fields: Fields, hidden: ReadonlySet<string>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !hidden.has(key)));
