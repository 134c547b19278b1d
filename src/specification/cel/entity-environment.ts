import type { Environment } from '@marcbachmann/cel-js';
import { NotEvaluable } from '../values/not-evaluable.js';
import type { CooperativeTask } from '../cooperative-task.js';
import type { Field, RecordInScope, Scope, UserInScope, WorkingCalendar } from '../model/specification.js';
import { toExpressionInstant } from '../field-types/moments.js';
import { hasRows, getFieldType } from '../field-types/find-field-type.js';
import { CEL_TIMESTAMP_TYPE, CEL_USER_TYPE } from '../values/cel-type-names.js';
import { getBaseEnvironment } from './base-environment.js';
import { CalendarDate, createLocalDayLookup } from '../values/calendar-date.js';
import {
  DecisionTable,
  getCelType,
  getToCelConverter,
  createPropertyReader,
  storedTextToCel,
} from './convert-field-values.js';
import { type DatedValue, findConstantValue } from './constant-values.js';
import { registerWorkdayFunctions } from './workday-functions.js';
import {
  type PropertyReader,
  createViewClass,
  type ViewClass,
  createViewClassInSteps,
} from '../values/lazy-view-class.js';

/** Reserved: no field may have these names. */
export const RECORD_PROPERTIES: Readonly<Record<string, string>> = {
  id: 'string',
  number: 'string',
  state: 'string',
  openedBy: 'string',
  openedAt: CEL_TIMESTAMP_TYPE,
  assignee: 'string',
};

const USER_PROPERTIES: Readonly<Record<string, string>> = {
  id: 'string',
  name: 'string',
  roles: 'list<string>',
};

/** Calls and mails alone know more of a person than the id. */
const PERSON_TYPE = 'person';
const PERSON_PROPERTIES = { id: 'string', name: 'string', email: 'string' };

export interface ConstantInScope {
  readonly type: string;
  readonly values: readonly DatedValue[];
  /** by key: keys that always have a value; `every`: others too. */
  readonly keys?: { readonly known: readonly string[]; readonly every: boolean };
  /** `on`: entity whose records the conditions evaluate. */
  readonly table?: { readonly conditions: readonly string[]; readonly on?: string };
}

export interface SharedScope {
  readonly constants: Readonly<Record<string, ConstantInScope>>;
  readonly currencies: readonly string[];
  readonly timeZone: string;
  readonly calendar: WorkingCalendar | undefined;
}

export interface EntityScope {
  readonly key: string;
  readonly fields: readonly Field[];
  readonly brokenFields: readonly string[];
  readonly states: readonly string[];
  readonly roles: readonly string[];
}

export interface ExpressionEnvironment {
  readonly cel: Environment;
  /** undefined: in applications without entities. */
  readonly entity?: EntityScope;
  readonly personal: readonly Field[];
  readonly shared: SharedScope;
  readonly properties: Readonly<Record<string, readonly string[]>>;
  context(scope: Scope): object;
}

export interface SharedEnvironment {
  readonly cel: Environment;
  readonly shared: SharedScope;
  readonly Constants: ViewClass;
}

export function createSharedEnvironment(shared: SharedScope): SharedEnvironment {
  const cel = getBaseEnvironment(shared).clone();
  const Constants = createConstantsView(shared);
  const constants = Object.entries(shared.constants);
  const fields = Object.fromEntries(constants.map(([key, { type }]) => [key, type]));
  cel.registerType(CEL_USER_TYPE, { ctor: UserView, fields: USER_PROPERTIES });
  cel.registerType('constants', { ctor: Constants, fields });
  cel.registerType(PERSON_TYPE, { ctor: PersonView, fields: PERSON_PROPERTIES });
  cel.registerOperator(`${PERSON_TYPE} == string`, (person: { id: string }, id: string) => person.id === id);
  cel.registerVariable('user', CEL_USER_TYPE);
  cel.registerVariable('constants', 'constants');
  cel.registerVariable('now', CEL_TIMESTAMP_TYPE);
  cel.registerVariable('today', 'date');
  if (shared.calendar) registerWorkdayFunctions(cel, shared.calendar, shared.timeZone);
  return { cel, shared, Constants };
}

export function* createEntityEnvironment(
  parent: SharedEnvironment,
  entity?: EntityScope,
  options: { readonly people: boolean } = { people: false },
): CooperativeTask<ExpressionEnvironment> {
  const { shared, Constants } = parent;
  const cel = parent.cel.clone();
  const recordView = entity && (yield* registerRecord(cel, entity, options.people));
  const properties = {
    record: [
      ...Object.keys(RECORD_PROPERTIES),
      ...(entity?.fields ?? []).map(({ key }) => key),
      ...(entity?.brokenFields ?? []),
    ],
    user: Object.keys(USER_PROPERTIES),
    constants: Object.keys(shared.constants),
  };
  const Context = createContextClass(shared.timeZone, Constants, recordView);
  const personal = (entity?.fields ?? []).filter((field) => field.personal !== undefined);
  const context = (scope: Scope) => new Context(scope);
  return { cel, entity, personal, shared, properties, context };
}

const UserView = createViewClass(
  'user',
  new Map<string, PropertyReader>([
    ['id', createPropertyReader('id', storedTextToCel)],
    ['name', createPropertyReader('name', storedTextToCel)],
    ['roles', ((user: UserInScope) => user.roles) as PropertyReader],
  ]),
);

const PersonView = createViewClass(
  'person',
  new Map(Object.keys(PERSON_PROPERTIES).map((key) => [key, createPropertyReader(key, storedTextToCel)])),
);

const readPerson = (stored: unknown): unknown => {
  const known = typeof stored === 'string' ? { id: stored } : stored;
  return typeof known === 'object' && known !== null && 'id' in known ? new PersonView(known) : undefined;
};

function createConstantsView({ constants, timeZone }: SharedScope): ViewClass {
  const dayOf = createLocalDayLookup(timeZone);
  const reads = Object.entries(constants).map(([key, { values }]): [string, PropertyReader] => [
    key,
    ((scope: Scope) => {
      const value = findConstantValue(values, () => dayOf(scope.now));
      return value instanceof DecisionTable ? value.of(scope) : value;
    }) as PropertyReader,
  ]);
  return createViewClass('constants', new Map(reads));
}

function* registerRecord(cel: Environment, entity: EntityScope, people: boolean): CooperativeTask<ViewClass> {
  const types: Record<string, string> = { ...RECORD_PROPERTIES };
  const reads = new Map<string, PropertyReader>(
    Object.keys(RECORD_PROPERTIES).map((key) => [
      key,
      createPropertyReader(key, key === 'openedAt' ? toExpressionInstant : storedTextToCel),
    ]),
  );
  for (const field of entity.fields) {
    const rowType = hasRows(field) ? getRowTypeName(entity.key, field.key) : undefined;
    const row = rowType === undefined ? undefined : registerRow(cel, rowType, field.fields);
    const convert = getToCelConverter(field, row);
    const person = people && getFieldType(field).pointsTo === 'person';
    types[field.key] = person ? PERSON_TYPE : getCelType(field, rowType);
    const read = person ? readPerson : convert;
    reads.set(field.key, ((record: RecordInScope) => read(record.fields[field.key])) as PropertyReader);
    yield;
  }
  for (const key of entity.brokenFields) {
    types[key] = 'dyn';
    reads.set(key, (() => undefined) as PropertyReader);
  }
  if (people)
    for (const key of ['openedBy', 'assignee']) {
      types[key] = PERSON_TYPE;
      reads.set(key, createPropertyReader(key, readPerson));
    }
  const made = yield* createViewClassInSteps('record', reads);
  const type = `record.${entity.key}`;
  cel.registerType(type, { ctor: made, fields: types });
  cel.registerVariable('record', type);
  return made;
}

/** A prefix keeps entities apart from built-in types. */
function getRowTypeName(entity: string, field: string): string {
  return `row.${entity}.${field}`;
}

function registerRow(cel: Environment, rowType: string, columns: readonly Field[]): ViewClass {
  const reads = columns.map((column): [string, PropertyReader] => [
    column.key,
    createPropertyReader(column.key, getToCelConverter(column)),
  ]);
  const made = createViewClass('row', new Map(reads));
  const fields = Object.fromEntries(columns.map((column) => [column.key, getCelType(column)]));
  cel.registerType(rowType, { ctor: made, fields });
  return made;
}

type ContextClass = new (scope: Scope) => object;

function createContextClass(
  timeZone: string,
  Constants: ViewClass,
  recordView: ViewClass | undefined,
): ContextClass {
  const dayOf = createLocalDayLookup(timeZone);
  return class {
    constructor(private readonly scope: Scope) {}
    get record() {
      if (!this.scope.record || !recordView) throw new NotEvaluable('there is no record');
      return new recordView(this.scope.record);
    }
    get user() {
      if (!this.scope.user) throw new NotEvaluable('there is no user');
      return new UserView(this.scope.user);
    }
    get constants() {
      return new Constants(this.scope);
    }
    get body() {
      if (this.scope.body === undefined) throw new NotEvaluable('nothing was sent');
      return this.scope.body;
    }
    get response() {
      if (!this.scope.response) throw new NotEvaluable('there is no answer');
      return this.scope.response;
    }
    get now() {
      return new Date(this.scope.now);
    }
    get today() {
      return new CalendarDate(dayOf(this.scope.now));
    }
  };
}
