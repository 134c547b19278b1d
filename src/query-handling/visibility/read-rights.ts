import type { Filter } from '#projections/port/query.js';
import { isRestrictedPath, isRowValuesPath, removePathMarker } from '#projections/port/row-value-words.js';
import { createRecordsIndexes } from '#projections/read-models/records/records-read-model.js';
import {
  toActor,
  type Actor,
  isOutsideToken,
  getFieldGrants,
  canRead,
  canReadField,
  deriveReadCondition,
} from '#domain/permissions.js';
import { evaluateOr, mentionsIdentifier, listTemplateFields } from '#domain/evaluate-expressions.js';
import type {
  Entity,
  Expression,
  Grant,
  RecordInScope,
  Specification,
} from '#specification/model/specification.js';
import type { Fields } from '#specification/model/stored-value.js';
import { isRenamedIn } from '#specification/upgrade/migration.js';
import { conditionToFilter, MATCHES_ALL, MATCHES_NONE } from '../filters/condition-to-filter.js';
import type { Viewer } from '../viewer.js';
import type { TitledEntities, TitledEntity } from '#specification/naming/version-titles.js';

export interface ReadRights {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly actor: Actor;
  readonly canReadSome: boolean;
  readonly canReadAll: boolean;
  /** A superset of the readable records. */
  readonly filter: Filter;
  /** false: each record has to be evaluated. */
  readonly exact: boolean;
  /** Sealed values for display or permissions. */
  needsOpening(field: string): boolean;
  /** `record`: opened. */
  canReadRecord(record: RecordInScope): boolean;
  hidden(record: RecordInScope): ReadonlySet<string>;
  /** Visible in every record, as filters and sorting require. */
  open(column: string): boolean;
  /** Visible in some record. */
  mayShow(column: string): boolean;
  /** The title of some record reveals nothing hidden. */
  readonly mayShowTitle: boolean;
  readonly searched: readonly SearchedField[];
  /** Indexed separately, visible in some record. */
  readonly apart: readonly string[];
  /** Searched content is visible in every record. */
  readonly isSearchOpen: boolean;
  titleReveals(hidden: ReadonlySet<string>): boolean;
}

interface ViewerContext {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly viewer: Viewer;
  /** ISO 8601. */
  readonly now: string;
}

/** Section 6 for a viewer and entity; once per page. */
export function deriveReadRights({ specification, entity, viewer, now }: ViewerContext): ReadRights {
  const actor = toActor(specification, viewer);
  const isOutside = isOutsideToken(specification, viewer);
  const readable = isOutside ? false : viewer.auditor ? true : deriveReadCondition(entity, actor);
  const translated =
    typeof readable === 'object'
      ? conditionToFilter(readable, entity, actor.id)
      : readable === false
        ? MATCHES_NONE
        : MATCHES_ALL;
  const { searched, restricted, apart, own } = restrictionsOf(entity);
  const fields = deriveFieldVisibility(restricted, actor);
  const titleInfo = listTitleFields(specification, entity);
  const titleFields = [...titleInfo.fields];
  const exact = readable !== 'per record' && translated !== undefined;
  const conditional = new Set(fields.conditional);
  const isOpen = (key: string) => !fields.never.has(key) && !conditional.has(key);
  const titleOpen = !titleInfo.gone && titleFields.every(isOpen);
  const mayShowTitle = !titleInfo.gone && !titleFields.some((key) => fields.never.has(key));
  return {
    specification,
    entity,
    actor,
    canReadSome: readable !== false,
    canReadAll: readable === true,
    filter: translated ?? MATCHES_ALL,
    exact,
    needsOpening: (field) => !exact || fields.conditional.length > 0 || !fields.never.has(field),
    canReadRecord: (record) => !isOutside && (viewer.auditor || canRead(entity, record, actor, now)),
    hidden: (record) => listHiddenFields(record, { entity, actor, now, fields }),
    open: (column) => (column === 'title' && !own.has(column) ? titleOpen : isOpen(column)),
    mayShow: (column) => !fields.never.has(column),
    mayShowTitle,
    searched,
    apart: apart.filter((path) => (path === 'title' ? mayShowTitle : !fields.never.has(keyOf(path)))),
    isSearchOpen: titleOpen && searched.every(({ key }) => isOpen(key)),
    titleReveals: (hidden) =>
      titleInfo.gone || (hidden.size > 0 && titleFields.some((key) => hidden.has(key))),
  };
}

const TEXTS = 'fields.';
const keyOf = (path: string): string => path.split('.')[1]!;

interface SearchedField {
  readonly path: string;
  readonly key: string;
}

interface FieldRestrictions {
  /** Sealed fields are not searched. */
  readonly searched: readonly SearchedField[];
  readonly restricted: readonly RestrictedField[];
  readonly apart: readonly string[];
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
  const { text } = createRecordsIndexes(entity, []);
  const paths = text.filter((path) => path.startsWith(TEXTS) && !isRowValuesPath(path)).map(removePathMarker);
  return {
    searched: paths.map((path) => ({ path, key: keyOf(path) })),
    apart: text.filter(isRestrictedPath).map(removePathMarker),
    restricted: entity.fields.flatMap(({ key }) => {
      const grant = getFieldGrants(entity, key)?.read;
      return grant ? [{ key, roles: grant.roles }] : [];
    }),
    own: new Set(entity.fields.map(({ key }) => key)),
  };
}

interface FieldVisibility {
  readonly never: ReadonlySet<string>;
  readonly conditional: readonly string[];
}

function deriveFieldVisibility(restricted: readonly RestrictedField[], actor: Actor): FieldVisibility {
  const never = new Set<string>();
  const conditional: string[] = [];
  for (const { key, roles } of restricted) {
    const held = actor.roles.filter((role) => Object.hasOwn(roles, role)).map((role) => roles[role]);
    if (held.includes(true)) continue;
    if (held.length === 0) never.add(key);
    else conditional.push(key);
  }
  return { never, conditional };
}

interface VisibilityContext {
  readonly entity: Entity;
  readonly actor: Actor;
  readonly now: string;
  readonly fields: FieldVisibility;
}

function listHiddenFields(
  record: RecordInScope,
  { entity, actor, now, fields: { never, conditional } }: VisibilityContext,
): ReadonlySet<string> {
  if (conditional.length === 0) return never;
  return new Set([...never, ...conditional.filter((key) => !canReadField(entity, key, record, actor, now))]);
}

/** Titles come from the version of their time. */
interface TitleFields {
  readonly fields: ReadonlySet<string>;
  /** A removed restricted field may be in titles. */
  readonly gone: boolean;
}

const rememberedTitles = new WeakMap<TitledEntities, ReadonlyMap<string, TitleFields>>();

/** Includes fields of all versions up to this one. */
export function listTitleFields(specification: TitledEntities, entity: TitledEntity): TitleFields {
  return rememberedTitles.get(specification)?.get(entity.key) ?? ownTitleFields(entity);
}

function ownTitleFields(entity: TitledEntity): TitleFields {
  return { fields: new Set(listTemplateFields(entity, entity.recordTitle.source)), gone: false };
}

/** `former` undefined: an unknown version existed. */
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
  // An unknown version's titles may contain any field.
  if (!former) return { fields: new Set(keys), gone: false };
  const before = Object.hasOwn(former.entities, entity.key) ? former.entities[entity.key]! : undefined;
  if (!before) return own;
  const titleFields = listTitleFields(former, before);
  const now = [...titleFields.fields].map((key) => ({ key, name: nameAfter(key, before, entity) }));
  const lost = now.filter(({ name }) => !keys.includes(name));
  return {
    fields: new Set([...own.fields, ...now.map(({ name }) => name).filter((name) => keys.includes(name))]),
    gone: titleFields.gone || lost.some(({ key }) => before.permissions.fields[key]?.read !== undefined),
  };
}

function nameAfter(key: string, before: TitledEntity, after: TitledEntity): string {
  const renamed = after.fields.find((field) => field.was === key && isRenamedIn(field, before.fields));
  return renamed?.key ?? key;
}

/** Narrows read rights. */
export interface ScreenFilter {
  readonly filter: Filter;
  readonly exact: boolean;
  holds(record: RecordInScope): boolean;
}

export const NO_SCREEN_FILTER: ScreenFilter = { filter: MATCHES_ALL, exact: true, holds: () => true };

export function createScreenFilter(
  where: Expression<boolean> | undefined,
  { entity, actor, open, hidden }: ReadRights,
  now: string,
): ScreenFilter {
  if (!where) return NO_SCREEN_FILTER;
  const revealsNothing = entity.fields.every(({ key }) => open(key) || !mentionsIdentifier(where, key));
  const filter = revealsNothing && where.condition && conditionToFilter(where.condition, entity, actor.id);
  return {
    filter: filter || MATCHES_ALL,
    exact: filter !== false && filter !== undefined,
    holds: (record) => {
      const visible = revealsNothing ? record : { ...record, fields: without(record.fields, hidden(record)) };
      return evaluateOr(where, { record: visible, user: actor, now }, false);
    },
  };
}

const without = (fields: Fields, hidden: ReadonlySet<string>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !hidden.has(key)));
