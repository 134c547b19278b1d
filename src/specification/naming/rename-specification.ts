import { FORMER_NAME, type WithFormerName } from '../comparison/differences.js';
import { toNullPrototypeObject } from '../document/null-prototype-object.js';
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
  IncomingCall,
  Scope,
  Screen,
  Specification,
  Template,
} from '../model/specification.js';

export type NameMapping = (name: string) => string;

export const UNCHANGED_NAME: NameMapping = (name) => name;

export interface FieldNameMapping {
  readonly field: NameMapping;
  choice(field: string): NameMapping;
  columns(field: string): FieldNameMapping;
}

export interface EntityNameMapping extends FieldNameMapping {
  readonly state: NameMapping;
  readonly action: NameMapping;
}

const UNCHANGED_FIELD_NAMES: FieldNameMapping = {
  field: UNCHANGED_NAME,
  choice: () => UNCHANGED_NAME,
  columns: () => UNCHANGED_FIELD_NAMES,
};
export const UNCHANGED_ENTITY_NAMES: EntityNameMapping = {
  ...UNCHANGED_FIELD_NAMES,
  state: UNCHANGED_NAME,
  action: UNCHANGED_NAME,
};

export interface SpecificationNameMapping {
  readonly entity: NameMapping;
  readonly role: NameMapping;
  /** `entity`: former key. */
  in(entity: string): EntityNameMapping;
}

export function renameSpecification(
  specification: Specification,
  names: SpecificationNameMapping,
): Specification {
  const { entities, roles, screens, dashboards, calls, receives, errors, limits } = specification;
  const { entity: named, role } = names;
  const isRenamed = Object.keys(entities).some((key) => named(key) !== key);
  return {
    ...specification,
    entities: renameKeys(entities, named, (entity) => renameEntity(entity, names)),
    roles: renameKeys(roles, role, (each) => withFormerName(each, role)),
    screens: screens.map((screen) => renameScreen(screen, names)),
    dashboards: dashboards.map((each) => ({ ...each, roles: each.roles.map(role) })),
    calls: calls.map((call) => renameCall(call, names)),
    receives: receives.map((each) => renameReceive(each, names)),
    errors: isRenamed ? renameInMessages(errors, Object.keys(entities), named) : errors,
    limits: {
      ...limits,
      retention: renameKeys(limits.retention, named, (rule, entity) => ({
        ...rule,
        ...(rule.in && { in: rule.in.map(names.in(entity).state) }),
      })),
    },
  };
}

const withFormerName = <Thing extends { readonly key: string }>(
  thing: Thing,
  named: NameMapping,
): Thing & WithFormerName => {
  const key = named(thing.key);
  return { ...thing, key, ...(key !== thing.key && { [FORMER_NAME]: thing.key }) };
};

const renameKeys = <Each>(
  all: Readonly<Record<string, Each>>,
  named: NameMapping,
  of: (each: Each, key: string) => Each,
) => toNullPrototypeObject(Object.entries(all).map(([key, each]) => [named(key), of(each, key)] as const));

function renameEntity(entity: Entity, of: SpecificationNameMapping): Entity {
  const names = of.in(entity.key);
  return {
    ...entity,
    key: of.entity(entity.key),
    summary: entity.summary.map(names.field),
    fields: entity.fields.map((field) => renameField(field, { of, names, entity })),
    lifecycle: renameLifecycle(entity.lifecycle, names, of.role),
    rules: entity.rules.map((rule) => ({
      ...rule,
      entity: of.entity(rule.entity),
      ...(rule.in && { in: rule.in.map(names.state) }),
      fields: rule.fields.map(names.field),
    })),
    permissions: renamePermissions(entity.permissions, names.field, of.role),
  };
}

interface FieldPlace {
  readonly of: SpecificationNameMapping;
  readonly names: FieldNameMapping;
  readonly entity: Entity;
}

function renameField(field: Field, { of, names, entity }: FieldPlace): Field {
  const { follows, personal } = field;
  const followed = follows && entity.fields.find(({ key }) => key === follows.reference)?.to;
  const columns = { of, names: names.columns(field.key), entity };
  return {
    ...withFormerName(field, names.field),
    ...(field.to !== undefined && { to: of.entity(field.to) }),
    choices: field.choices.map((choice) => renameChoice(choice, names.choice(field.key))),
    ...(field.roles && { roles: field.roles.map(of.role) }),
    ...(follows && {
      follows: {
        reference: names.field(follows.reference),
        field: followed === undefined ? follows.field : of.in(followed).field(follows.field),
      },
    }),
    ...(personal !== undefined && { personal: personal === 'record' ? personal : names.field(personal) }),
    fields: field.fields.map((column) => renameField(column, columns)),
  };
}

function renameChoice({ value: before, title }: Choice, named: NameMapping): Choice & WithFormerName {
  const value = named(before);
  return { value, title, ...(value !== before && { [FORMER_NAME]: before }) };
}

const renameLifecycle = (lifecycle: Lifecycle, names: EntityNameMapping, role: NameMapping): Lifecycle => ({
  ...lifecycle,
  initial: names.state(lifecycle.initial),
  states: lifecycle.states.map((state) => withFormerName(state, names.state)),
  actions: lifecycle.actions.map((action) => renameAction(action, names, role)),
  timers: lifecycle.timers.map(({ in: runs, action, ...timer }) => ({
    ...timer,
    in: runs.map(names.state),
    ...(action !== undefined && { action: names.action(action) }),
  })),
  ...(lifecycle.due && {
    due: Object.fromEntries(
      Object.entries(lifecycle.due).map(([field, within]) => [names.field(field), within.map(names.state)]),
    ),
  }),
});

function renameAction(
  action: Action,
  { action: named, state, field }: EntityNameMapping,
  role: NameMapping,
): Action {
  const { to, approvals } = action;
  return {
    ...withFormerName(action, named),
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

function renamePermissions(permissions: Permissions, field: NameMapping, role: NameMapping): Permissions {
  const grant = (each: Grant): Grant => ({ ...each, roles: renameKeys(each.roles, role, (when) => when) });
  const { open, read, edit, comment, assign, erase, fields } = permissions;
  return {
    ...permissions,
    ...(open && { open: grant(open) }),
    ...(read && { read: grant(read) }),
    ...(edit && { edit: grant(edit) }),
    ...(comment && { comment: grant(comment) }),
    ...(assign && { assign: grant(assign) }),
    ...(erase && { erase: grant(erase) }),
    fields: renameKeys(fields, field, (each) => ({
      ...(each.read && { read: grant(each.read) }),
      ...(each.edit && { edit: grant(each.edit) }),
    })),
  };
}

function renameScreen(screen: Screen, of: SpecificationNameMapping): Screen {
  const { sort, report, calendar } = screen;
  const { field, state } = of.in(screen.entity);
  return {
    ...screen,
    entity: of.entity(screen.entity),
    columns: screen.columns.map(field),
    filters: screen.filters.map(field),
    sort: { ...sort, field: field(sort.field) },
    roles: screen.roles.map(of.role),
    card: screen.card.map(field),
    fields: screen.fields.map(field),
    ...(report && {
      report: {
        ...report,
        measures: report.measures.map((each) => ({
          ...each,
          ...(each.field !== undefined && { field: field(each.field) }),
          ...(each.timeIn !== undefined && { timeIn: state(each.timeIn) }),
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

function renameCall({ on, parts, ...call }: Call, of: SpecificationNameMapping): Call {
  return {
    ...call,
    ...(on && {
      on: {
        ...on,
        entity: of.entity(on.entity),
        ...(on.action !== undefined && { action: of.in(on.entity).action(on.action) }),
      },
    }),
    parts: renameKeys(parts, of.entity, ({ then, otherwise, ...rest }, entity) => ({
      ...rest,
      ...(then && { then: renameOutcome(then, of.in(entity)) }),
      ...(otherwise && { otherwise: renameOutcome(otherwise, of.in(entity)) }),
    })),
  };
}

const renameReceive = (receive: IncomingCall, of: SpecificationNameMapping): IncomingCall => ({
  ...receive,
  entity: of.entity(receive.entity),
  then: renameOutcome(receive.then, of.in(receive.entity)),
});

const renameOutcome = ({ set, action, ...rest }: CallOutcome, names: EntityNameMapping): CallOutcome => ({
  ...rest,
  set: set.map(([field, value]) => [names.field(field), value]),
  ...(action !== undefined && { action: names.action(action) }),
});

/** A shared message names its own entity. */
function renameInMessages(
  errors: Specification['errors'],
  entities: readonly string[],
  named: NameMapping,
): Specification['errors'] {
  const declared = new Map(entities.map((name) => [named(name), name]));
  const declaredIn = ({ record, ...scope }: Scope): Scope => {
    const entity = record?.entity === undefined ? undefined : declared.get(record.entity);
    return record ? { ...scope, record: entity === undefined ? record : { ...record, entity } } : scope;
  };
  const renamed = (template: Template): Template => ({
    ...template,
    render: (scope) => template.render(declaredIn(scope)),
  });
  return renameKeys(errors, UNCHANGED_NAME, ({ message, remedy, ...entry }) => ({
    ...entry,
    message: renamed(message),
    ...(remedy && { remedy: renamed(remedy) }),
  }));
}
