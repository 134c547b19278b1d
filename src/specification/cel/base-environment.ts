// Shared by all expressions, without fields of an entity.
import { Environment } from '@marcbachmann/cel-js';
import { NotEvaluable } from '../values/not-evaluable.js';
import {
  addToDate,
  addToInstant,
  computeWithFourDigitYear,
  CalendarDate,
  parseDate,
  createLocalDayLookup,
  countDaysBetween,
  Period,
  parsePeriod,
} from '../values/calendar-date.js';
import { getMoneyClass, createMoney, toCelMoneyType } from '../values/currency.js';
import {
  compareDecimals,
  Decimal,
  formatDecimal,
  divide,
  type Exact,
  toDecimal,
  subtract,
  type Money,
  parseDecimal,
  add,
  roundDecimal,
  multiply,
} from '../values/decimal.js';
import { CEL_TIMESTAMP_TYPE } from '../values/cel-type-names.js';
import { registerPresenceChecks } from './presence-checks.js';
import { compareAscending } from '../values/compare-ascending.js';

const LIMITS = {
  maxAstNodes: 2000,
  maxDepth: 60,
  maxListElements: 500,
  maxMapEntries: 100,
  maxCallArguments: 16,
};

export interface BaseOptions {
  readonly currencies: readonly string[];
  readonly timeZone: string;
}

const baseEnvironments = new Map<string, Environment>();
const MAX_CACHED = 16;

export function getBaseEnvironment(options: BaseOptions): Environment {
  const key = `${options.timeZone} ${options.currencies.toSorted().join(' ')}`;
  const found = baseEnvironments.get(key);
  if (found) return found;
  if (baseEnvironments.size >= MAX_CACHED) baseEnvironments.clear();
  const environment = createEnvironment(options);
  baseEnvironments.set(key, environment);
  return environment;
}

function createEnvironment({ currencies, timeZone }: BaseOptions): Environment {
  const environment = new Environment({ limits: LIMITS });
  registerPresenceChecks(environment);
  registerDecimals(environment);
  for (const currency of currencies) registerMoney(environment, currency);
  registerCalendar(environment, timeZone);
  registerSums(environment, currencies);
  return environment;
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '==': (order) => order === 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

function registerComparisons(environment: Environment, left: string, right: string): void {
  for (const [operator, holds] of Object.entries(COMPARISONS)) {
    environment.registerOperator(`${left} ${operator} ${right}`, (a: Exact, b: Exact) =>
      holds(compareDecimals(a, b)),
    );
    // The library registers equality both ways round.
    if (left === right || operator === '==') continue;
    environment.registerOperator(`${right} ${operator} ${left}`, (a: Exact, b: Exact) =>
      holds(compareDecimals(a, b)),
    );
  }
}

type Calculation = (left: Exact, right: Exact) => Decimal;
const CALCULATIONS: Readonly<Record<string, Calculation>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
};

function registerDecimals(environment: Environment): void {
  environment.registerOperator('int == double', (a: bigint, b: number) => compareDecimals(a, b) === 0);
  environment.registerType('decimal', { ctor: Decimal, fields: {} });
  for (const other of ['decimal', 'int', 'double']) {
    registerComparisons(environment, 'decimal', other);
    for (const [operator, calculate] of Object.entries(CALCULATIONS)) {
      environment.registerOperator(`decimal ${operator} ${other}: decimal`, calculate);
      if (other !== 'decimal')
        environment.registerOperator(`${other} ${operator} decimal: decimal`, calculate);
    }
  }
  environment.registerOperator('-decimal: decimal', ((value: Decimal) => subtract(0n, value)) as never);
  environment.registerFunction('decimal(decimal): decimal', (value: Decimal) => value);
  environment.registerFunction('decimal(int): decimal', (value: bigint) => toDecimal(value));
  environment.registerFunction('decimal(double): decimal', (value: number) => toDecimal(value));
  environment.registerFunction(
    'decimal(string): decimal',
    (text: string) => parseDecimal(text) ?? throwNotANumber(text),
  );
  environment.registerFunction('string(decimal): string', formatDecimal);
  environment.registerFunction('double(decimal): double', (value: Decimal) => Number(formatDecimal(value)));
  environment.registerFunction(
    'int(decimal): int',
    (value: Decimal) => value.units / 10n ** BigInt(value.places),
  );
  environment.registerFunction('round(decimal): int', (value: Decimal) => roundDecimal(value, 0).units);
  environment.registerFunction('round(decimal, int): decimal', (value: Decimal, places: bigint) =>
    roundDecimal(value, checkPlaces(places)),
  );
}

function registerMoney(environment: Environment, currency: string): void {
  const type = toCelMoneyType(currency);
  const money = (amount: Decimal) => createMoney(currency, amount);
  environment.registerType(type, { ctor: getMoneyClass(currency), fields: {} });
  for (const other of [type, 'int', 'double', 'decimal']) registerComparisons(environment, type, other);
  environment.registerOperator(`${type} + ${type}: ${type}`, (a: Money, b: Money) => money(add(a, b)));
  environment.registerOperator(`${type} - ${type}: ${type}`, (a: Money, b: Money) => money(subtract(a, b)));
  environment.registerOperator(`${type} / ${type}: decimal`, (a: Money, b: Money) => divide(a, b));
  environment.registerOperator(`-${type}: ${type}`, ((value: Money) => money(subtract(0n, value))) as never);
  for (const number of ['int', 'double', 'decimal']) {
    environment.registerOperator(`${type} * ${number}: ${type}`, (a: Money, b: Exact) =>
      money(multiply(a, b)),
    );
    environment.registerOperator(`${number} * ${type}: ${type}`, (a: Exact, b: Money) =>
      money(multiply(a, b)),
    );
    environment.registerOperator(`${type} / ${number}: ${type}`, (a: Money, b: Exact) => money(divide(a, b)));
    environment.registerFunction(`${currency}(${number}): ${type}`, (value: Exact) =>
      money(toDecimal(value)),
    );
  }
  environment.registerFunction(
    `decimal(${type}): decimal`,
    (value: Money) => new Decimal(value.units, value.places),
  );
  environment.registerFunction(
    `string(${type}): string`,
    (value: Money) => `${formatDecimal(value)} ${currency}`,
  );
  environment.registerFunction(`round(${type}, int): ${type}`, (value: Money, places: bigint) =>
    money(roundDecimal(value, checkPlaces(places))),
  );
}

function registerCalendar(environment: Environment, timeZone: string): void {
  const dayOf = createLocalDayLookup(timeZone);
  environment.registerType('date', { ctor: CalendarDate, fields: {} });
  environment.registerType('period', { ctor: Period, fields: {} });
  for (const [operator, holds] of Object.entries(COMPARISONS)) {
    environment.registerOperator(`date ${operator} date`, (a: CalendarDate, b: CalendarDate) =>
      holds(compareAscending(a.iso, b.iso)),
    );
  }
  environment.registerFunction('date(string): date', parseDate);
  environment.registerFunction(
    `date(${CEL_TIMESTAMP_TYPE}): date`,
    (at: Date) => new CalendarDate(dayOf(at.getTime())),
  );
  environment.registerFunction('string(date): string', (date: CalendarDate) => date.iso);
  environment.registerFunction('period(string): period', parsePeriod);
  environment.registerFunction('days(int): period', (days: bigint) =>
    parsePeriod(`P${days < 0n ? 0n : days}D`),
  );
  environment.registerFunction('daysBetween(date, date): int', (a: CalendarDate, b: CalendarDate) =>
    BigInt(countDaysBetween(a, b)),
  );
  environment.registerOperator('date + period: date', (a: CalendarDate, b: Period) =>
    computeWithFourDigitYear(() => addToDate(a, b, 1)),
  );
  environment.registerOperator('date - period: date', (a: CalendarDate, b: Period) =>
    computeWithFourDigitYear(() => addToDate(a, b, -1)),
  );
  environment.registerOperator(
    `${CEL_TIMESTAMP_TYPE} + period: ${CEL_TIMESTAMP_TYPE}`,
    (a: Date, b: Period) => computeWithFourDigitYear(() => addToInstant(a, b, 1, timeZone)),
  );
  environment.registerOperator(
    `${CEL_TIMESTAMP_TYPE} - period: ${CEL_TIMESTAMP_TYPE}`,
    (a: Date, b: Period) => computeWithFourDigitYear(() => addToInstant(a, b, -1, timeZone)),
  );
}

function registerSums(environment: Environment, currencies: readonly string[]): void {
  environment.registerFunction('list<int>.sum(): int', (list: bigint[]) => list.reduce((a, b) => a + b, 0n));
  environment.registerFunction('list<double>.sum(): double', (list: number[]) =>
    list.reduce((a, b) => a + b, 0),
  );
  environment.registerFunction('list<decimal>.sum(): decimal', sumDecimals);
  for (const currency of currencies) {
    const type = toCelMoneyType(currency);
    environment.registerFunction(`list<${type}>.sum(): ${type}`, (list: Money[]) =>
      createMoney(currency, sumDecimals(list)),
    );
  }
  for (const type of ['int', 'double', 'decimal', ...currencies.map(toCelMoneyType)]) {
    environment.registerFunction(`list<${type}>.min(): ${type}`, (list: Exact[]) => findExtreme(list, -1));
    environment.registerFunction(`list<${type}>.max(): ${type}`, (list: Exact[]) => findExtreme(list, 1));
  }
}

function sumDecimals(list: readonly Exact[]): Decimal {
  return list.reduce<Decimal>((total, each) => add(total, each), new Decimal(0n, 0));
}

function findExtreme(list: readonly Exact[], sign: 1 | -1): Exact {
  const [first, ...rest] = list;
  if (first === undefined) throw new NotEvaluable('the list is empty');
  return rest.reduce((best, each) => (compareDecimals(each, best) * sign > 0 ? each : best), first);
}

function checkPlaces(places: bigint): number {
  return Math.min(20, Math.max(0, Number(places)));
}

function throwNotANumber(text: string): never {
  throw new NotEvaluable(`“${text.slice(0, 40)}” is not a number`);
}
