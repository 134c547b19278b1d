import { describeRequirement } from '#domain/condition-wording.js';
import { describeMissingField } from '../input/describe-missing-field.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import {
  formatUnits,
  type Value,
  isBlank,
  isSameValue,
  type Fields,
  type Scalar,
} from '#specification/model/stored-value.js';
import type { Entity, Field, RecordInScope, Rule } from '#specification/model/specification.js';
import {
  OUT_OF_RANGE,
  evaluateStorable,
  BUDGET_EXCEEDED,
  mentionsIdentifier,
  evaluateWithinBudget,
} from '#domain/evaluate-expressions.js';
import { createDeclaredReason, createReason } from '#domain/create-reason.js';
import type { Reason } from '#domain/refusal.js';
import type { DecisionContext, RecordDecisionContext } from '../decision-context.js';
import { getFieldValue, replaceFieldValues } from '../record-state.js';
import { getDecimalPlaces, getFieldType } from '#specification/field-types/find-field-type.js';
import type { FieldChanges } from '../approvals/approval-events.js';
import { getComputedFields, addDependentFields } from './computed-fields.js';
import { canRead, canReadField } from '#domain/permissions.js';

/** A cost centre brings its budget holder, unless the input sets it. */
export function fillFieldsFromReferences(
  context: RecordDecisionContext,
  before: { readonly fields: Fields },
  draft: RecordInScope,
): RecordInScope {
  let record = draft;
  for (const field of context.entity.fields) {
    const found = field.follows && findFollowedValue(context, field, field.follows, { before, draft });
    const now = getFieldValue(draft, field.key);
    const given = now !== null && !isSameValue(now, getFieldValue(before, field.key));
    if (found && !given && !isSameValue(now, found.value)) record = withField(record, field.key, found.value);
  }
  return record;
}

export const listFollowedReferences = ({ fields }: Entity): readonly Field[] => {
  const keys = new Set(fields.flatMap(({ follows }) => (follows ? [follows.reference] : [])));
  return fields.filter(({ key }) => keys.has(key));
};

/** undefined: unchanged, empty or unreadable. */
function findFollowedValue(
  context: RecordDecisionContext,
  own: Field,
  { reference, field }: NonNullable<Field['follows']>,
  { before, draft }: { readonly before: { readonly fields: Fields }; readonly draft: RecordInScope },
): { readonly value: Value } | undefined {
  const { known, user, now } = context;
  const id = getFieldValue(draft, reference);
  if (typeof id !== 'string' || isSameValue(id, getFieldValue(before, reference))) return undefined;
  const target = known.followed?.get(id);
  if (!target || !canRead(target.entity, target.record, user, now)) return undefined;
  if (!canReadField(target.entity, field, target.record, user, now)) return undefined;
  const value = getFieldValue(target.record, field);
  return { value: typeof value === 'object' || !canFollow(context, own, value) ? null : value };
}

/** Copied people must be ones that could be chosen. */
function canFollow({ known }: RecordDecisionContext, own: Field, value: Scalar): boolean {
  if (getFieldType(own).pointsTo !== 'person') return true;
  const id = String(value);
  return (
    known.people.has(id) &&
    !known.fromLogs.has(id) &&
    canReferencePersonWithRoles(own, known.rolesOf?.get(id))
  );
}

/** `held` undefined: not looked up. */
export const canReferencePersonWithRoles = (
  { roles = [] }: Field,
  held: readonly string[] | undefined,
): boolean => roles.length === 0 || held === undefined || roles.some((role) => held.includes(role));

export interface CompletedRecord {
  readonly record: RecordInScope;
  readonly title: string;
  readonly reasons: readonly Reason[];
}

export function completeRecord(decisionContext: DecisionContext, draft: RecordInScope): CompletedRecord {
  const { entity, user, now } = decisionContext;
  const reasons: Reason[] = [];
  // One mutable record, as copying it per field is quadratic.
  const fields: Record<string, Value> = { ...draft.fields };
  const scope = { record: { ...draft, fields }, user, now };
  const computed = new Map<string, Value>();
  for (const field of getComputedFields(entity).evaluationOrder) {
    const value = evaluateStorable(field.computed!, field, scope);
    if (value === OUT_OF_RANGE) reasons.push(createOutOfRangeReason(decisionContext, field));
    else if (value === BUDGET_EXCEEDED) reasons.push(createFieldBudgetReason(decisionContext, field));
    else if (!isSameValue(value, getFieldValue(scope.record, field.key))) {
      computed.set(field.key, value);
      fields[field.key] = value;
    }
  }
  const record =
    computed.size === 0 ? draft : { ...draft, fields: replaceFieldValues(draft.fields, computed) };
  const title = entity.recordTitle.render({ record, user, now });
  return { record, title: isBlank(title) ? (record.number ?? entity.title) : title, reasons };
}

function withField(record: RecordInScope, key: string, value: Value): RecordInScope {
  return { ...record, fields: replaceFieldValues(record.fields, new Map([[key, value]])) };
}

function createOutOfRangeReason(decisionContext: DecisionContext, field: Field): Reason {
  const { isDay, isMoment } = getFieldType(field);
  const max =
    isDay || isMoment ? '9999-12-31' : formatUnits(Number.MAX_SAFE_INTEGER, getDecimalPlaces(field));
  const about = { with: { field: field.title, max }, fields: [field.key], place: field.place };
  return createReason(decisionContext, 'TOO_LARGE', about);
}

function createFieldBudgetReason(decisionContext: DecisionContext, field: Field): Reason {
  const about = { with: { what: field.title }, fields: [field.key], place: field.computed!.place };
  return createReason(decisionContext, 'TOO_MUCH_TO_COMPUTE', about);
}

export function diffFields(
  before: RecordInScope,
  after: RecordInScope,
  written: ReadonlySet<string> = new Set(),
): FieldChanges {
  const keys = new Set([...Object.keys(before.fields), ...Object.keys(after.fields), ...written]);
  const changes = [...keys].map(
    (key) => [key, { from: getFieldValue(before, key), to: getFieldValue(after, key) }] as const,
  );
  return Object.fromEntries(
    changes.filter(([key, { from, to }]) => written.has(key) || !isSameValue(from, to)),
  );
}

/** `unsettled`: unreadable fields, or ones still to be asked for; their rules are skipped. */
export function checkRules(
  decisionContext: DecisionContext,
  record: RecordInScope,
  unsettled: ReadonlySet<string> = new Set(),
): readonly Reason[] {
  const { entity, user, now } = decisionContext;
  const open = addDependentFields(entity, unsettled);
  return entity.rules
    .filter((rule) => rule.in === undefined || rule.in.includes(record.state))
    .filter((rule) => !concernsField(rule, open))
    .flatMap((rule) => {
      const holds = evaluateWithinBudget(rule.check, { record, user, now }, false);
      if (holds === BUDGET_EXCEEDED) return [createRuleBudgetReason(decisionContext, rule)];
      return holds ? [] : [createBrokenRuleReason(decisionContext, rule, record)];
    });
}

function concernsField(rule: Rule, fields: ReadonlySet<string>): boolean {
  return [...fields].some((key) => rule.fields.includes(key) || mentionsIdentifier(rule.check, key));
}

function createRuleBudgetReason(
  decisionContext: DecisionContext,
  { id, fields, check: { place } }: Rule,
): Reason {
  const about = { rule: id, fields, place, with: { what: createPhrase('the.rule', { rule: id }) } };
  return createReason(decisionContext, 'TOO_MUCH_TO_COMPUTE', about);
}

function createBrokenRuleReason(decisionContext: DecisionContext, rule: Rule, record: RecordInScope): Reason {
  const { id, fields, place, error, check } = rule;
  const { needed, code } = describeRequirement(decisionContext, check, record, createPhrase('rule.see'));
  return createDeclaredReason(decisionContext, error, {
    rule: id,
    fields,
    place,
    record,
    with: { rule: id, needed },
    ...(code !== undefined && { conditions: [code] }),
  });
}

/** These fields may be empty until the action. */
export function listActionFields(entity: Entity): ReadonlySet<string> {
  return new Set(entity.lifecycle.actions.flatMap(({ ask }) => ask));
}

/** White space counts as empty. */
export function isFieldMissing(field: Field, value: Value): boolean {
  if (!field.required || field.computed) return false;
  return value === null || (typeof value === 'string' && isBlank(value));
}

export function createMissingFieldReason(decisionContext: DecisionContext, field: Field): Reason {
  const words = { field: field.title, entry: describeMissingField(decisionContext, field) };
  return createReason(decisionContext, 'REQUIRED', { with: words, fields: [field.key], place: field.place });
}
