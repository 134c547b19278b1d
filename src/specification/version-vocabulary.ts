// Plain data crosses threads and outlives versions that run.
import type { ParsedDocument } from './assemble-specification.js';
import { parseSpecificationText, runUntilDiagnosticsLimit } from './check-document.js';
import { toNullPrototypeObject } from './document/null-prototype-object.js';
import { createDiagnostics, type Diagnostics } from './document/diagnostics.js';
import { runToCompletion } from './cooperative-task.js';
import { listCallNames, listMailNames, readCallTitles } from './sections/calls/read-calls.js';
import { readConstantTitles } from './sections/constants/read-constants.js';
import { listDeclaredNames, readAllFields, readEntityTitles } from './sections/entities/read-entities.js';
import { createDefaultLifecycle, readLifecycles } from './sections/states/read-lifecycles.js';
import { readProduct } from './sections/product/read-product.js';
import { getLocationAt } from './sections/section-context.js';
import { readRoles, listRoleNames } from './sections/roles/read-roles.js';
import { findIdentifiers, joinSourceWithTables } from './cel/find-identifiers.js';
import type {
  Action,
  Call,
  Choice,
  Entity,
  Expression,
  Field,
  Lifecycle,
  Permissions,
  Specification,
} from './model/specification.js';
import { getLifecyclePresentation } from './model/lifecycle-presentation.js';
import { readVersionSchema, type VersionSchema } from './upgrade/version-schema.js';
import { readTitles, toTitledEntities, type TitledEntities } from './naming/version-titles.js';

export interface FieldVocabulary {
  readonly key: string;
  readonly title: string;
  readonly type: string;
  readonly places: number;
  readonly currency?: string;
  readonly choices: readonly Choice[];
  readonly to?: string;
  readonly fields: readonly FieldVocabulary[];
}

interface Titled {
  readonly key: string;
  readonly title: string;
}

export interface CallVocabulary {
  readonly key: string;
  /** undefined: none. */
  readonly title?: string;
  /** An action or `open`; undefined: any change, or a timer. */
  readonly action?: string;
  readonly condition: readonly string[];
}

export interface TimerVocabulary extends Titled {
  /** Of `at` and `unless`. */
  readonly condition: readonly string[];
  readonly calls: readonly string[];
}

interface ActionVocabulary extends Titled, Pick<Action, 'done'> {
  readonly isApproval?: true;
  /** In section 4. */
  readonly line: number;
}

export interface EntityVocabulary extends Titled {
  readonly plural: string;
  readonly fields: readonly FieldVocabulary[];
  readonly states: readonly Titled[];
  readonly actions: readonly ActionVocabulary[];
  readonly timers: readonly TimerVocabulary[];
}

export interface Vocabulary {
  readonly name: string;
  readonly entities: Readonly<Record<string, EntityVocabulary>>;
  readonly roles: Readonly<Record<string, Titled>>;
  readonly calls: Readonly<Record<string, CallVocabulary>>;
  readonly constants: Readonly<Record<string, Titled>>;
  /** undefined: unreadable. */
  readonly titled?: TitledEntities;
  /** undefined: unreadable. */
  readonly schema?: VersionSchema;
}

const known = new WeakMap<Specification, Vocabulary>();

export function getVocabulary(specification: Specification): Vocabulary {
  let found = known.get(specification);
  if (!found) known.set(specification, (found = createVocabulary(specification)));
  return found;
}

function createVocabulary(specification: Specification): Vocabulary {
  const { name, entities, roles, calls, constants } = specification;
  return {
    name,
    entities: mapValues(entities, toEntityVocabulary),
    roles: mapValues(roles, omitAllButTitle),
    calls: toNullPrototypeObject(
      calls.map((call) => [call.key, toCallVocabulary(call, readCallCondition(call))]),
    ),
    constants: mapValues(constants, omitAllButTitle),
    titled: omitExpressions(toTitledEntities(specification)),
    ...schemaIn(specification.text),
  };
}

/** Compiles no expressions, which are costly and may fail in old versions; undefined: unreadable. */
export function readVocabulary(text: string): Vocabulary | undefined {
  const problems = createDiagnostics();
  const read = parseSpecificationText(text, problems);
  if ('problems' in read) return undefined;
  const words = runUntilDiagnosticsLimit(() => readWords(read, problems));
  const titled = readTitles(text);
  return words && { ...words, ...(titled && { titled: omitExpressions(titled) }), ...schemaIn(text) };
}

function schemaIn(text: string): Pick<Vocabulary, 'schema'> {
  const schema = readVersionSchema(text);
  return schema ? { schema } : {};
}

function readWords(
  { document, declared: shown }: ParsedDocument,
  problems: Diagnostics,
): Pick<Vocabulary, 'name' | 'entities' | 'roles' | 'calls' | 'constants'> {
  const { name, currency } = readProduct(shown[1], document.title, problems);
  const roles = listRoleNames(shown[6]);
  const fields = runToCompletion(readAllFields(shown[3], { currency, roles }, problems));
  const names = {
    roles,
    calls: listCallNames(shown[7]),
    mails: listMailNames(shown[7]),
    ...listDeclaredNames(shown[3]),
  };
  const lifecycles = runToCompletion(
    readLifecycles({ section: shown[4], problems, hasCalendar: true, ...names }),
  );
  const entities = Object.entries(shown[3].data.entities ?? {}).map(([key, declared]) => {
    const titles = readEntityTitles(shown[3], key, declared);
    const lifecycle = lifecycles[key] ?? createDefaultLifecycle(getLocationAt(shown[3], ['entities', key]));
    const permissions = readOpeningRoles(shown[6], key);
    const words = toEntityVocabulary({ key, ...titles, fields: fields[key] ?? [], lifecycle, permissions });
    const { timers: shownTimers = {} } = shown[4].data.lifecycles?.[key] ?? {};
    const timers = words.timers.map((timer) => ({
      ...timer,
      condition: namesOfShown([shownTimers[timer.key]?.at, shownTimers[timer.key]?.unless], shown[9]),
    }));
    return [key, { ...words, timers }] as const;
  });
  const shownCalls = shown[7].data.calls ?? {};
  const conditionOf = (call: string) => namesOfShown([shownCalls[call]?.when], shown[9]);
  return {
    name,
    entities: toNullPrototypeObject(entities),
    roles: mapValues(readRoles(shown[6], problems), omitAllButTitle),
    calls: toNullPrototypeObject(
      readCallTitles(shown[7]).map((call) => [call.key, toCallVocabulary(call, conditionOf(call.key))]),
    ),
    constants: toNullPrototypeObject(readConstantTitles(shown[9], fields).map((each) => [each.key, each])),
  };
}

const readNames = (expressions: readonly (Expression<unknown> | undefined)[]): readonly string[] => [
  ...findIdentifiers(expressions.map((each) => (each ? joinSourceWithTables(each) : '')).join(' ')),
];

/** Every name of section 9 counts. */
function namesOfShown(sources: readonly unknown[], { data }: { readonly data: unknown }): readonly string[] {
  const names = findIdentifiers(sources.map((source) => String(source ?? '')).join(' '));
  return names.has('constants') ? [...names, ...findIdentifiers(JSON.stringify(data))] : [...names];
}

const readCallCondition = ({ parts }: Call): readonly string[] =>
  readNames(Object.values(parts).map(({ when }) => when));

const toCallVocabulary = (
  { key, title, on }: Pick<Call, 'key' | 'on' | 'title'>,
  condition: readonly string[],
): CallVocabulary => ({
  ...{ key, condition },
  ...(title !== undefined && { title }),
  ...(on?.action !== undefined && { action: on.action }),
});

/** Without conditions, which are expressions. */
function readOpeningRoles(section: ParsedDocument['declared'][6], entity: string): Permissions {
  const open = section.data.permissions?.[entity]?.open;
  if (open === undefined) return { fields: {} };
  const names =
    typeof open === 'string' ? [open] : Array.isArray(open) ? (open as string[]) : Object.keys(open);
  const roles = toNullPrototypeObject(names.map((role) => [role, true] as const));
  return { fields: {}, open: { roles, place: getLocationAt(section, ['permissions', entity, 'open']) } };
}

const omitAllButTitle = ({ key, title }: Titled): Titled => ({ key, title });

type EntityParts = Pick<Entity, 'key' | 'title' | 'plural' | 'fields'> & {
  readonly lifecycle: Lifecycle;
  readonly permissions: Permissions;
};

function toEntityVocabulary(entity: EntityParts): EntityVocabulary {
  const { key, title, plural, fields, lifecycle, permissions } = entity;
  const { states, actions, timers } = lifecycle;
  const { isApproval } = getLifecyclePresentation({ lifecycle, permissions });
  return {
    key,
    title,
    plural,
    fields: fields.map(toFieldVocabulary),
    states: states.map(omitAllButTitle),
    actions: actions.map((action) => ({
      ...omitAllButTitle(action),
      line: action.place.line,
      ...(action.done !== undefined && { done: action.done }),
      ...(isApproval(action) && { isApproval: true as const }),
    })),
    timers: timers.map(({ at, unless, calls, ...timer }) => ({
      ...{ ...omitAllButTitle(timer), calls },
      condition: readNames([at, unless]),
    })),
  };
}

function toFieldVocabulary({
  key,
  title,
  type,
  places,
  currency,
  choices,
  to,
  fields,
}: Field): FieldVocabulary {
  return {
    key,
    title,
    type,
    places,
    ...(currency !== undefined && { currency }),
    choices,
    ...(to !== undefined && { to }),
    fields: fields.map(toFieldVocabulary),
  };
}

/** Keeps only the presence of expressions, which cannot cross threads. */
const omitExpressions = ({ entities }: TitledEntities): TitledEntities => ({
  entities: mapValues(entities, ({ permissions, ...entity }) => ({
    ...entity,
    permissions: {
      fields: mapValues(permissions.fields, ({ read }) => (read === undefined ? {} : { read: true })),
    },
  })),
});

const mapValues = <From, To>(
  from: Readonly<Record<string, From>>,
  to: (each: From) => To,
): Readonly<Record<string, To>> =>
  toNullPrototypeObject(Object.entries(from).map(([key, each]) => [key, to(each)]));
