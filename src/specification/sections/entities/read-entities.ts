// Section 3: entities, put together from what all sections say about them.
import type { z } from 'zod';
import {
  createEntityEnvironment,
  type ExpressionEnvironment,
  type SharedEnvironment,
} from '#specification/cel/entity-environment.js';
import type { DisplayLocale } from '#specification/values/format-value.js';
import { nodeAt, namesAt } from '#specification/document/yaml-node.js';
import { toRecord } from '#specification/document/to-record.js';
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
import { createOpenLifecycle } from '../states/read-lifecycles.js';
import { readRecordNumberFormat } from './read-record-number-format.js';
import {
  type Path,
  locationAt,
  type Problems,
  type SectionData,
  readWrittenText,
} from '../section-context.js';
import { readRecordTitle } from './record-title.js';
import { pluralize } from '../screens/screen-routes.js';
import { readSummary } from './summary-fields.js';
import { keyToTitle } from '../common-shapes.js';

export type EntitiesSection = SectionData<z.infer<typeof entitiesShape>>;

/** Names of entities and fields, including broken declarations. */
export interface DeclaredNames {
  readonly entities: readonly string[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Fields that are computed. */
  readonly computed: Readonly<Record<string, readonly string[]>>;
  /** Fields with a date or a moment that are not personal. */
  readonly dates: Readonly<Record<string, readonly string[]>>;
}

const DATES: ReadonlySet<string> = new Set(
  FIELD_TYPES.filter((type) => getFieldType({ type }).isDay ?? getFieldType({ type }).isMoment),
);

export function listDeclaredNames({ node }: EntitiesSection): DeclaredNames {
  const entities = namesAt(node, ['entities']);
  const fieldsOf = (entity: string) => namesAt(node, ['entities', entity, 'fields']);
  const isComputed = (entity: string, field: string) =>
    nodeAt(node, ['entities', entity, 'fields', field, 'computed']) !== undefined;
  const computedOf = (entity: string) => fieldsOf(entity).filter((field) => isComputed(entity, field));
  const isDate = (entity: string, field: string) => {
    const path = ['entities', entity, 'fields', field];
    const type = nodeAt(node, [...path, 'type']) ?? nodeAt(node, path);
    const isKnown = DATES.has(type?.source?.trim() ?? '');
    return isKnown && nodeAt(node, [...path, 'personal']) === undefined;
  };
  const datesOf = (entity: string) => fieldsOf(entity).filter((field) => isDate(entity, field));
  return {
    entities,
    dates: toRecord(entities.map((entity) => [entity, datesOf(entity)])),
    fields: toRecord(entities.map((entity) => [entity, fieldsOf(entity)])),
    computed: toRecord(entities.map((entity) => [entity, computedOf(entity)])),
  };
}

/** Fields of all entities, before any expression is compiled. */
export function* readAllFields(
  section: EntitiesSection,
  { currency, roles }: Pick<FieldsContext, 'currency' | 'roles'>,
  problems: Problems,
): CooperativeTask<Readonly<Record<string, readonly Field[]>>> {
  const shown = Object.entries(section.data.entities ?? {});
  return toRecord(
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
  return toRecord(
    yield* mapInSteps(names.entities, function* (key) {
      const own = fields[key] ?? [];
      const brokenFields = listBrokenFields(names.fields[key] ?? [], own);
      const scope = { key, fields: own, brokenFields, states: states[key] ?? [], roles };
      return [key, yield* createEntityEnvironment(shared, scope)] as const;
    }),
  );
}

export interface EntityParts {
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

export function* readEntities(parts: EntityParts): CooperativeTask<Readonly<Record<string, Entity>>> {
  const shown = Object.entries(parts.section.data.entities ?? {});
  return toRecord(
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

function* readEntity(parts: EntityParts, key: string, shown: EntityDeclaration): CooperativeTask<Entity> {
  const { section, problems, manner, names } = parts;
  const path: Path = ['entities', key];
  const place = locationAt(section, path);
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
    summary: readSummary({ section, problems }, key, shown.summary, { fields, broken }),
    fields,
    lifecycle: parts.lifecycles[key] ?? createOpenLifecycle(place),
    rules: parts.rules.filter((rule) => rule.entity === key),
    permissions: parts.permissions[key] ?? { fields: toRecord([]) },
  };
}

function listBrokenFields(names: readonly string[], fields: readonly Field[]): readonly string[] {
  const good = new Set(fields.map(({ key }) => key));
  return names.filter((name) => !good.has(name));
}
