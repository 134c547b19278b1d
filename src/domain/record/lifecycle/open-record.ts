import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { Field, RecordInScope } from '#specification/model/specification.js';
import type { Value } from '#specification/model/stored-value.js';
import type { DecidedEvent } from '#domain/event.js';
import { OUT_OF_RANGE, evaluateStorable, BUDGET_EXCEEDED } from '#domain/evaluate-expressions.js';
import { createBuiltInReason, createReason } from '#domain/create-reason.js';
import { Refused, type Reason } from '#domain/refusal.js';
import {
  completeRecord,
  fillFieldsFromReferences,
  canReferencePersonWithRoles,
  listActionFields,
  checkRules,
  isFieldMissing,
  createMissingFieldReason,
} from '../computed/complete-record.js';
import type { DecisionContext, RecordDecisionContext } from '../decision-context.js';
import { checkFieldPermissions, checkOpen } from './offered-actions.js';
import { parseInput, type ParsedInput, listSentFields } from '../input/parse-input.js';
import { findGrantLocation, isGranted } from '#domain/permissions.js';
import { listGrantConditions, describeGrantees } from '#domain/condition-wording.js';
import type { RecordInput } from '../record-commands.js';
import type { RecordEvent } from '../record-events.js';
import type { RecordState } from '../record-state.js';

export function openRecord(
  state: RecordState,
  input: RecordInput,
  context: RecordDecisionContext,
): readonly DecidedEvent<RecordEvent>[] {
  const { entity, number } = context;
  const parsed = parseInput(context, input, {});
  const empty = createBlankRecord(state.id, context);
  const filled = fillFieldsFromReferences(context, empty, withDefaults(context, empty, parsed));
  const { record, title, reasons } = completeRecord(context, filled);
  const barred = [
    ...checkOpenPermission(context, record),
    ...checkFieldPermissions(context, record, listSentFields(entity, input)),
    ...checkDailyLimit(context),
  ];
  // People who may not open records must not learn which ids exist.
  if (barred.length === 0) assertRecordIdUnused(state, context);
  const all = [
    ...parsed.reasons,
    ...checkMissingFields(context, record, parsed),
    ...reasons,
    ...checkRules(context, record, parsed.broken),
    ...barred,
  ];
  if (all.length > 0) throw new Refused(all);
  const data = { entity: entity.key, number, title, state: record.state, fields: record.fields };
  return [{ type: 'record.opened', data }];
}

/** Other people learn only that the id is in use. */
export function assertRecordIdUnused(state: RecordState, context: RecordDecisionContext): void {
  const { user } = context;
  const own = state.status === 'opened' && (user.system || state.openedBy === user.id);
  if (own) throw new Refused([createReason(context, 'ALREADY_OPEN')]);
  if (context.known.commandReused) throw new Refused([createBuiltInReason('COMMAND_REUSED')]);
  if (state.status === 'opened' || context.known.idTaken)
    throw new Refused([createReason(context, 'ID_TAKEN')]);
}

function createBlankRecord(id: string, { entity, user, now, number }: RecordDecisionContext): RecordInScope {
  const { key, lifecycle } = entity;
  const first = { openedBy: user.id, openedAt: now, assignee: null };
  return { id, entity: key, number, state: lifecycle.initial, ...first, fields: {} };
}

/** Empty fields stay empty. */
function withDefaults(
  context: RecordDecisionContext,
  empty: RecordInScope,
  { values, broken }: ParsedInput,
): RecordInScope {
  const given = [...values].filter(([, value]) => value !== null);
  const fields: Record<string, Value> = Object.fromEntries(given);
  const record: RecordInScope = { ...empty, fields };
  for (const field of context.entity.fields) {
    if (broken.has(field.key) || field.computed) continue;
    const value = values.get(field.key);
    const standard = field.default ? computeDefault(context, field, record) : null;
    if (value === undefined && standard !== null) fields[field.key] = standard;
  }
  return record;
}

function computeDefault({ user, now }: RecordDecisionContext, field: Field, record: RecordInScope): Value {
  const value = evaluateStorable(field.default!, field, { record, user, now });
  if (value === OUT_OF_RANGE || value === BUDGET_EXCEEDED) return null;
  return value === user.id && !canReferencePersonWithRoles(field, user.roles) ? null : value;
}

function checkMissingFields(
  context: RecordDecisionContext,
  record: RecordInScope,
  { broken }: ParsedInput,
): readonly Reason[] {
  const later = listActionFields(context.entity);
  return context.entity.fields
    .filter((field) => !later.has(field.key) && !broken.has(field.key))
    .filter((field) => isFieldMissing(field, record.fields[field.key] ?? null))
    .map((field) => createMissingFieldReason(context, field));
}

function checkOpenPermission(context: RecordDecisionContext, record: RecordInScope): readonly Reason[] {
  const { entity, user, now } = context;
  const unheld = checkOpen(context);
  const grant = entity.permissions.open;
  if (unheld.length > 0 || !grant || isGranted(grant, user, { record, user, now })) return unheld;
  const words = {
    what: createPhrase('to.open-this', { entity: entity.title }),
    who: describeGrantees(context, grant),
  };
  const about = {
    with: words,
    place: findGrantLocation(entity, grant),
    conditions: listGrantConditions(grant),
  };
  return [createReason(context, 'NOT_PERMITTED', about)];
}

function checkDailyLimit(context: RecordDecisionContext): readonly Reason[] {
  const limit = context.specification.limits.opensPerUserPerDay;
  const opened = context.known.opensToday;
  if (limit === undefined || opened === undefined || context.user.system || opened < limit) return [];
  return [createLimitReachedReason(context, limit)];
}

export function createLimitReachedReason(decisionContext: DecisionContext, limit: number): Reason {
  const words = { limit, what: createPhrase('limit.records-a-day') };
  const place = decisionContext.specification.limits.places['opensPerUserPerDay'];
  return createReason(decisionContext, 'LIMIT_REACHED', { with: words, place });
}
