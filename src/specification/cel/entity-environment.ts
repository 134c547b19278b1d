// One environment per entity: `record` with its fields, `user`, `constants`, `now` and `today`, all of them typed.
import type { Environment } from '@marcbachmann/cel-js';
import { NotEvaluable } from '../values/not-evaluable.js';
import type { CooperativeTask } from '../cooperative-task.js';
import type { Field, RecordInScope, Scope, UserInScope, WorkingCalendar } from '../model/specification.js';
import { toExpressionInstant } from '../field-types/moments.js';
import { hasRows, getFieldType } from '../field-types/find-field-type.js';
import { TIMESTAMP, USER_TYPE } from '../values/type-names.js';
import { getBaseEnvironment } from './base-environment.js';
import { CalendarDate, createDayFinder } from '../values/calendar-date.js';
import {
  DecisionTable,
  getCelType,
  getConverter,
  createColumnReader,
  toTextOrUndefined,
} from './convert-field-values.js';
import { type DatedValue, findConstantValue } from './constant-values.js';
import { registerWorkdayFunctions } from './workday-functions.js';
import {
  type PropertyReader,
  createViewClass,
  type ViewClass,
  createViewClassInSteps,
} from '../values/lazy-view-class.js';

/** Properties every record has; no field may be called so. */
export const RECORD_PROPERTIES: Readonly<Record<string, string>> = {
  id: 'string',
  number: 'string',
  state: 'string',
  openedBy: 'string',
  openedAt: TIMESTAMP,
  assignee: 'string',
};

const USER_PROPERTIES: Readonly<Record<string, string>> = {
  id: 'string',
  name: 'string',
  roles: 'list<string>',
};

/** Only calls and mails see more of a person than an id. */
const PERSON_TYPE = 'person';
const PERSON_PROPERTIES = { id: 'string', name: 'string', email: 'string' };

export interface ConstantInScope {
  readonly type: string;
  readonly values: readonly DatedValue[];
  /** by key: which keys have a value at all times; `every`: all others as well. */
  readonly keys?: { readonly known: readonly string[]; readonly every: boolean };
  /** table: its conditions, and the entity of the records they evaluate; undefined: no record. */
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
  /** Declared, but broken: expressions may name them, and nothing is known about them. */
  readonly brokenFields: readonly string[];
  readonly states: readonly string[];
  readonly roles: readonly string[];
}

/** What expressions are compiled and evaluated in. */
export interface ExpressionEnvironment {
  readonly cel: Environment;
  /** undefined: nothing is known about a record, as in an application without entities. */
  readonly entity?: EntityScope;
  /** Those of the entity's fields that are personal. */
  readonly personal: readonly Field[];
  readonly shared: SharedScope;
  /** Known names below `record`, `user` and `constants`, for remedies. */
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
  cel.registerType(USER_TYPE, { ctor: UserView, fields: USER_PROPERTIES });
  cel.registerType('constants', { ctor: Constants, fields });
  cel.registerType(PERSON_TYPE, { ctor: PersonView, fields: PERSON_PROPERTIES });
  cel.registerOperator(`${PERSON_TYPE} == string`, (person: { id: string }, id: string) => person.id === id);
  cel.registerVariable('user', USER_TYPE);
  cel.registerVariable('constants', 'constants');
  cel.registerVariable('now', TIMESTAMP);
  cel.registerVariable('today', 'date');
  if (shared.calendar) registerWorkdayFunctions(cel, shared.calendar, shared.timeZone);
  return { cel, shared, Constants };
}

/** Without an entity there is no `record`. */
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
    ['id', createColumnReader('id', toTextOrUndefined)],
    ['name', createColumnReader('name', toTextOrUndefined)],
    ['roles', ((user: UserInScope) => user.roles) as PropertyReader],
  ]),
);

const PersonView = createViewClass(
  'person',
  new Map(Object.keys(PERSON_PROPERTIES).map((key) => [key, createColumnReader(key, toTextOrUndefined)])),
);

/** A person; only the id where nothing else is known. */
const readPerson = (stored: unknown): unknown => {
  const known = typeof stored === 'string' ? { id: stored } : stored;
  return typeof known === 'object' && known !== null && 'id' in known ? new PersonView(known) : undefined;
};

function createConstantsView({ constants, timeZone }: SharedScope): ViewClass {
  const dayOf = createDayFinder(timeZone);
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
      createColumnReader(key, key === 'openedAt' ? toExpressionInstant : toTextOrUndefined),
    ]),
  );
  for (const field of entity.fields) {
    const rowType = hasRows(field) ? getRowTypeName(entity.key, field.key) : undefined;
    const row = rowType === undefined ? undefined : registerRow(cel, rowType, field.fields);
    const convert = getConverter(field, row);
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
      reads.set(key, createColumnReader(key, readPerson));
    }
  const made = yield* createViewClassInSteps('record', reads);
  const type = `record.${entity.key}`;
  cel.registerType(type, { ctor: made, fields: types });
  cel.registerVariable('record', type);
  return made;
}

/** Types have prefixes, so that no entity is taken for one of the language's own. */
function getRowTypeName(entity: string, field: string): string {
  return `row.${entity}.${field}`;
}

function registerRow(cel: Environment, rowType: string, columns: readonly Field[]): ViewClass {
  const reads = columns.map((column): [string, PropertyReader] => [
    column.key,
    createColumnReader(column.key, getConverter(column)),
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
  const dayOf = createDayFinder(timeZone);
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
