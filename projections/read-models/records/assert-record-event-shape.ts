// A malformed event then breaks its document instead of every page that shows it.
import type { RecordedEvent } from '#domain/event.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { isSealed } from '#event-store/personal-data/personal-data.js';
import { isUnreadable } from '#specification/model/stored-value.js';

type Check = (value: unknown) => boolean;
type Checks = Readonly<Record<string, Check>>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isString: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const mapOf =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check);
const withMembers =
  (members: Checks): Check =>
  (value) =>
    isObject(value) && Object.entries(members).every(([key, check]) => check(value[key]));

const isScalar: Check = (value) =>
  value === null || typeof value !== 'object' || isUnreadable(value) || isSealed(value);
const isRow: Check = (row) => isObject(row) && (isScalar(row) || Object.values(row).every(isScalar));
const isValue: Check = (value) => isScalar(value) || listOf(isRow)(value);
const isChange: Check = (change) =>
  isObject(change) && 'to' in change && isValue(change['to']) && isValue(change['from'] ?? null);
const areChanges = mapOf(isChange);

const isSignature = withMembers({ meaning: isString, hash: isString, version: isNumber, at: isString });
const VOTE: Checks = {
  action: isString,
  needs: listOf(withMembers({ role: orNull(isString), count: isNumber })),
  roles: listOf(isString),
  unseen: optional(listOf(isString)),
};

const CHECKS: Readonly<Partial<Record<RecordEvent['type'], Checks>>> = {
  'record.opened': { number: orNull(isString), title: isString, state: isString, fields: mapOf(isValue) },
  'record.changed': { changes: areChanges, title: optional(isString) },
  'record.action-taken': {
    action: isString,
    from: isString,
    to: isString,
    changes: areChanges,
    title: optional(isString),
    signature: optional(isSignature),
  },
  'record.assigned': { to: orNull(isString) },
  'record.approval-given': {
    ...VOTE,
    proposed: optional(areChanges),
    changes: optional(areChanges),
    title: optional(isString),
    signature: optional(isSignature),
  },
  'record.approval-refused': VOTE,
  'record.approval-taken-back': { action: isString },
  'record.approvals-begun-again': { action: isString },
  'record.migrated': {
    state: optional(withMembers({ from: isString, to: isString })),
    states: optional(mapOf(isString)),
    actions: optional(mapOf(isString)),
    roles: optional(mapOf(isString)),
    fields: optional(mapOf(isObject)),
  },
};

/** Throws `TypeError`, naming the member. */
export function assertRecordEventShape({ type, data }: RecordedEvent): void {
  const checks = Object.hasOwn(CHECKS, type) ? CHECKS[type as RecordEvent['type']] : undefined;
  if (!checks) return;
  const members = isObject(data) ? data : {};
  for (const [key, check] of Object.entries(checks))
    if (!check(members[key]))
      throw new TypeError(`its “${key}” is not what an event of type ${type} has there`);
}
