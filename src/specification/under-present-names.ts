// The earlier of two versions under the names that the later one gives to things, so that what is called otherwise is compared with what it was.
import { FORMER_NAME, type Renamed } from './comparison/differences.js';
import { keyed } from './document/keyed.js';
import type {
  Action,
  Call,
  CallOutcome,
  Choice,
  Entity,
  Field,
  Grant,
  Lifecycle,
  Permissions,
  Receive,
  Screen,
  Specification,
} from './specification.js';
import {
  NO_MIGRATION,
  type EntityMigration,
  type FieldMigration,
  type Migration,
  type Renames,
} from './upgrade/migration.js';

type Naming = (name: string) => string;
type FieldMigrations = Readonly<Record<string, FieldMigration>>;

/** A name that another thing takes over is not the same thing any more. */
function naming(renames: Renames): Naming {
  const taken = new Set(Object.values(renames));
  return (name) => {
    if (Object.hasOwn(renames, name)) return renames[name]!;
    return taken.has(name) ? `${name} (before)` : name;
  };
}

const namesOf = (fields: FieldMigrations): Renames =>
  Object.fromEntries(Object.entries(fields).map(([from, { to }]) => [from, to]));

const called = <Thing extends { readonly key: string }>(thing: Thing, named: Naming): Thing & Renamed => {
  const key = named(thing.key);
  return { ...thing, key, ...(key !== thing.key && { [FORMER_NAME]: thing.key }) };
};

const rekeyed = <Each>(all: Readonly<Record<string, Each>>, named: Naming, of: (each: Each) => Each) =>
  keyed(Object.entries(all).map(([key, each]) => [named(key), of(each)] as const));

interface EntityNaming {
  readonly fields: FieldMigrations;
  readonly field: Naming;
  readonly state: Naming;
  readonly action: Naming;
  readonly role: Naming;
}

/** Entities of both are by stored keys. */
export function underPresentNames(
  specification: Specification,
  { entities, roles }: Migration,
): Specification {
  const role = naming(roles);
  const namings = new Map(
    Object.keys(specification.entities).map((key) => [
      key,
      namingOf(Object.hasOwn(entities, key) ? entities[key]! : NO_MIGRATION, role),
    ]),
  );
  const of = (entity: string): EntityNaming => namings.get(entity) ?? namingOf(NO_MIGRATION, role);
  return {
    ...specification,
    entities: keyed(
      Object.entries(specification.entities).map(([key, entity]) => [key, entityUnder(entity, of(key), of)]),
    ),
    roles: keyed(
      Object.values(specification.roles).map((each) => [role(each.key), called(each, role)] as const),
    ),
    screens: specification.screens.map((screen) => screenUnder(screen, of(screen.entity))),
    dashboards: specification.dashboards.map((each) => ({ ...each, roles: each.roles.map(role) })),
    calls: specification.calls.map((call) => callUnder(call, of)),
    receives: specification.receives.map((each) => receiveUnder(each, of(each.entity))),
    limits: {
      ...specification.limits,
      retention: keyed(
        Object.entries(specification.limits.retention).map(([entity, rule]) => [
          entity,
          { ...rule, ...(rule.in && { in: rule.in.map(of(entity).state) }) },
        ]),
      ),
    },
  };
}

const namingOf = ({ fields, states, actions }: EntityMigration, role: Naming): EntityNaming => ({
  fields,
  field: naming(namesOf(fields)),
  state: naming(states),
  action: naming(actions),
  role,
});

function entityUnder(entity: Entity, names: EntityNaming, of: (entity: string) => EntityNaming): Entity {
  return {
    ...entity,
    summary: entity.summary.map(names.field),
    fields: entity.fields.map((field) => fieldUnder(field, names, entity, of)),
    lifecycle: lifecycleUnder(entity.lifecycle, names),
    rules: entity.rules.map((rule) => ({
      ...rule,
      ...(rule.in && { in: rule.in.map(names.state) }),
      fields: rule.fields.map(names.field),
    })),
    permissions: permissionsUnder(entity.permissions, names),
  };
}

function fieldUnder(
  field: Field,
  { fields, field: named, role }: EntityNaming,
  entity: Entity,
  of: (entity: string) => EntityNaming,
): Field {
  const { choices = {}, columns = {} } = Object.hasOwn(fields, field.key) ? fields[field.key]! : {};
  const { follows, personal } = field;
  const followed = follows && entity.fields.find(({ key }) => key === follows.reference)?.to;
  const columnNames = { ...of(''), fields: columns, field: naming(namesOf(columns)), role };
  return {
    ...called(field, named),
    choices: field.choices.map((choice) => choiceUnder(choice, choices)),
    ...(field.roles && { roles: field.roles.map(role) }),
    ...(follows && {
      follows: {
        reference: named(follows.reference),
        field: followed === undefined ? follows.field : of(followed).field(follows.field),
      },
    }),
    ...(personal !== undefined && { personal: personal === 'record' ? personal : named(personal) }),
    fields: field.fields.map((column) => fieldUnder(column, columnNames, entity, of)),
  };
}

/** Several may become one: a choice that another one joins stays what it is. */
function choiceUnder({ value: before, title }: Choice, renames: Renames): Choice & Renamed {
  const value = Object.hasOwn(renames, before) ? renames[before]! : before;
  return { value, title, ...(value !== before && { [FORMER_NAME]: before }) };
}

const lifecycleUnder = (lifecycle: Lifecycle, names: EntityNaming): Lifecycle => ({
  ...lifecycle,
  initial: names.state(lifecycle.initial),
  states: lifecycle.states.map((state) => called(state, names.state)),
  actions: lifecycle.actions.map((action) => actionUnder(action, names)),
  timers: lifecycle.timers.map(({ in: runs, action, ...timer }) => ({
    ...timer,
    in: runs.map(names.state),
    ...(action !== undefined && { action: names.action(action) }),
  })),
});

function actionUnder(action: Action, { action: named, state, field, role }: EntityNaming): Action {
  const { to, approvals } = action;
  return {
    ...called(action, named),
    from: action.from.map(state),
    ...(to !== undefined && { to: state(to) }),
    by: action.by.map(role),
    ask: action.ask.map(field),
    ...(approvals && {
      approvals: {
        ...approvals,
        of: approvals.of.map((need) => ({
          ...need,
          ...(need.role !== undefined && { role: role(need.role) }),
        })),
        ...(approvals.pins && { pins: approvals.pins.map(field) }),
      },
    }),
  };
}

function permissionsUnder(permissions: Permissions, { field, role }: EntityNaming): Permissions {
  const grant = (each: Grant): Grant => ({ ...each, roles: rekeyed(each.roles, role, (when) => when) });
  const { open, read, edit, comment, assign, erase, fields } = permissions;
  return {
    ...permissions,
    ...(open && { open: grant(open) }),
    ...(read && { read: grant(read) }),
    ...(edit && { edit: grant(edit) }),
    ...(comment && { comment: grant(comment) }),
    ...(assign && { assign: grant(assign) }),
    ...(erase && { erase: grant(erase) }),
    fields: rekeyed(fields, field, (each) => ({
      ...(each.read && { read: grant(each.read) }),
      ...(each.edit && { edit: grant(each.edit) }),
    })),
  };
}

function screenUnder(screen: Screen, { field, role }: EntityNaming): Screen {
  const { sort, report, calendar } = screen;
  return {
    ...screen,
    columns: screen.columns.map(field),
    filters: screen.filters.map(field),
    sort: { ...sort, field: field(sort.field) },
    roles: screen.roles.map(role),
    card: screen.card.map(field),
    fields: screen.fields.map(field),
    ...(report && {
      report: {
        ...report,
        measures: report.measures.map((each) => ({
          ...each,
          ...(each.field !== undefined && { field: field(each.field) }),
        })),
        by: report.by.map(field),
        ...(report.over && { over: { ...report.over, column: field(report.over.column) } }),
      },
    }),
    ...(calendar && {
      calendar: {
        from: field(calendar.from),
        ...(calendar.until !== undefined && { until: field(calendar.until) }),
        ...(calendar.label !== undefined && { label: field(calendar.label) }),
      },
    }),
  };
}

function callUnder({ on, parts, ...call }: Call, of: (entity: string) => EntityNaming): Call {
  return {
    ...call,
    ...(on && {
      on: { ...on, ...(on.action !== undefined && { action: of(on.entity).action(on.action) }) },
    }),
    parts: keyed(
      Object.entries(parts).map(([entity, { then, otherwise, ...rest }]) => [
        entity,
        {
          ...rest,
          ...(then && { then: outcomeUnder(then, of(entity)) }),
          ...(otherwise && { otherwise: outcomeUnder(otherwise, of(entity)) }),
        },
      ]),
    ),
  };
}

const receiveUnder = (receive: Receive, names: EntityNaming): Receive => ({
  ...receive,
  then: outcomeUnder(receive.then, names),
});

const outcomeUnder = ({ set, action, ...rest }: CallOutcome, names: EntityNaming): CallOutcome => ({
  ...rest,
  set: set.map(([field, value]) => [names.field(field), value]),
  ...(action !== undefined && { action: names.action(action) }),
});
