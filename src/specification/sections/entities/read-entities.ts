import type { z } from 'zod';
import {
  createEntityEnvironment,
  type ExpressionEnvironment,
  type SharedEnvironment,
} from '#specification/cel/entity-environment.js';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import { findNodeAt, listNamesAt } from '#specification/document/yaml-node.js';
import { toNullPrototypeObject } from '#specification/document/null-prototype-object.js';
import { type CooperativeTask, mapInSteps } from '#specification/cooperative-task.js';
import type {
  Entity,
  EntityName,
  Field,
  Lifecycle,
  Permissions,
  Rule,
} from '#specification/model/specification.js';
import { compileFieldExpressions } from './compile-field-expressions.js';
import type { entitiesShape, EntityDeclaration } from './entities-shape.js';
import { FIELD_TYPES, getFieldType } from '#specification/field-types/find-field-type.js';
import { readFields } from './read-fields.js';
import type { FieldsContext } from './fields-context.js';
import { createDefaultLifecycle } from '../states/read-lifecycles.js';
import { readRecordNumberFormat } from './read-record-number-format.js';
import {
  type Path,
  getLocationAt,
  type Problems,
  type SectionData,
  readWrittenText,
} from '../section-context.js';
import { readRecordTitle } from './record-title.js';
import { pluralize } from '../screens/default-screens.js';
import { readRecordSummary } from './read-record-summary.js';
import { keyToTitle } from '../common-shapes.js';

export type EntitiesSection = SectionData<z.infer<typeof entitiesShape>>;

/** Includes broken declarations. */
export interface DeclaredNames {
  readonly entities: readonly string[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly computed: Readonly<Record<string, readonly string[]>>;
  /** Date and moment fields that are not personal. */
  readonly dates: Readonly<Record<string, readonly string[]>>;
}

const DATES: ReadonlySet<string> = new Set(
  FIELD_TYPES.filter((type) => getFieldType({ type }).isDay ?? getFieldType({ type }).isMoment),
);

export function listDeclaredNames({ node }: EntitiesSection): DeclaredNames {
  const entities = listNamesAt(node, ['entities']);
  const fieldsOf = (entity: string) => listNamesAt(node, ['entities', entity, 'fields']);
  const isComputed = (entity: string, field: string) =>
    findNodeAt(node, ['entities', entity, 'fields', field, 'computed']) !== undefined;
  const computedOf = (entity: string) => fieldsOf(entity).filter((field) => isComputed(entity, field));
  const isDate = (entity: string, field: string) => {
    const path = ['entities', entity, 'fields', field];
    const type = findNodeAt(node, [...path, 'type']) ?? findNodeAt(node, path);
    const isKnown = DATES.has(type?.source?.trim() ?? '');
    return isKnown && findNodeAt(node, [...path, 'personal']) === undefined;
  };
  const datesOf = (entity: string) => fieldsOf(entity).filter((field) => isDate(entity, field));
  return {
    entities,
    dates: toNullPrototypeObject(entities.map((entity) => [entity, datesOf(entity)])),
    fields: toNullPrototypeObject(entities.map((entity) => [entity, fieldsOf(entity)])),
    computed: toNullPrototypeObject(entities.map((entity) => [entity, computedOf(entity)])),
  };
}

export function* readAllFields(
  section: EntitiesSection,
  { currency, roles }: Pick<FieldsContext, 'currency' | 'roles'>,
  problems: Problems,
): CooperativeTask<Readonly<Record<string, readonly Field[]>>> {
  const shown = Object.entries(section.data.entities ?? {});
  return toNullPrototypeObject(
    yield* mapInSteps(shown, function* ([entity, { fields }]) {
      const reading = { section, entity, currency, roles, problems };
      return [entity, yield* readFields(reading, ['entities', entity, 'fields'], fields)] as const;
    }),
  );
}

export interface ExpressionNames {
  readonly fields: Readonly<Record<string, readonly Field[]>>;
  readonly states: Readonly<Record<string, readonly string[]>>;
  readonly roles: readonly string[];
}

export function* createEnvironments(
  shared: SharedEnvironment,
  names: DeclaredNames,
  { fields, states, roles }: ExpressionNames,
): CooperativeTask<Readonly<Record<string, ExpressionEnvironment>>> {
  return toNullPrototypeObject(
    yield* mapInSteps(names.entities, function* (key) {
      const own = fields[key] ?? [];
      const brokenFields = listBrokenFields(names.fields[key] ?? [], own);
      const scope = { key, fields: own, brokenFields, states: states[key] ?? [], roles };
      return [key, yield* createEntityEnvironment(shared, scope)] as const;
    }),
  );
}

export interface EntitiesContext {
  readonly section: EntitiesSection;
  readonly problems: Problems;
  readonly manner: DisplayLocale;
  readonly names: DeclaredNames;
  readonly fields: Readonly<Record<string, readonly Field[]>>;
  readonly environments: Readonly<Record<string, ExpressionEnvironment>>;
  readonly lifecycles: Readonly<Record<string, Lifecycle>>;
  readonly rules: readonly Rule[];
  readonly permissions: Readonly<Record<string, Permissions>>;
}

export function* readEntities(parts: EntitiesContext): CooperativeTask<Readonly<Record<string, Entity>>> {
  const shown = Object.entries(parts.section.data.entities ?? {});
  return toNullPrototypeObject(
    yield* mapInSteps(shown, function* ([key, entity]) {
      return [key, yield* readEntity(parts, key, entity)] as const;
    }),
  );
}

export function readEntityTitles(
  section: EntitiesSection,
  key: string,
  shown: Pick<EntityDeclaration, 'name' | 'plural'>,
): Pick<Entity, 'title' | 'plural'> {
  const path: Path = ['entities', key];
  const title =
    shown.name === undefined ? keyToTitle(key) : readWrittenText(section, [...path, 'name'], shown.name);
  if (shown.plural === undefined) return { title, plural: pluralize(title) };
  return { title, plural: readWrittenText(section, [...path, 'plural'], shown.plural) };
}

function* readEntity(parts: EntitiesContext, key: string, shown: EntityDeclaration): CooperativeTask<Entity> {
  const { section, problems, manner, names } = parts;
  const path: Path = ['entities', key];
  const place = getLocationAt(section, path);
  const { title, plural: plurals } = readEntityTitles(section, key, shown);
  const number =
    shown.number === undefined
      ? undefined
      : readRecordNumberFormat(section, [...path, 'number'], shown.number, problems);
  const environment = parts.environments[key];
  const own = parts.fields[key] ?? [];
  const fields = environment
    ? yield* compileFieldExpressions(
        { section, environment, problems, fieldsOf: parts.fields },
        [...path, 'fields'],
        own,
      )
    : own;
  const broken = names.fields[key] ?? [];
  return {
    key,
    name: key as EntityName,
    title,
    plural: plurals,
    place,
    ...(number ? { number } : {}),
    recordTitle: readRecordTitle(
      { section, problems, manner, word: title },
      [...path, 'title'],
      fields,
      listBrokenFields(broken, fields),
    ),
    summary: readRecordSummary({ section, problems }, key, shown.summary, { fields, broken }),
    fields,
    lifecycle: parts.lifecycles[key] ?? createDefaultLifecycle(place),
    rules: parts.rules.filter((rule) => rule.entity === key),
    permissions: parts.permissions[key] ?? { fields: toNullPrototypeObject([]) },
  };
}

function listBrokenFields(names: readonly string[], fields: readonly Field[]): readonly string[] {
  const good = new Set(fields.map(({ key }) => key));
  return names.filter((name) => !good.has(name));
}
