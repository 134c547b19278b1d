// Finds fields that may be empty now but are needed for the next action.
import { getLifecycleCourse } from '#specification/model/lifecycle-course.js';
import { canStartFrom } from '#specification/model/lifecycle-states.js';
import type { Action, Entity, Expression, Field, Rule } from '#specification/model/specification.js';
import { evaluateStrict, listMentionedNames, BUDGET_EXCEEDED } from '#domain/evaluate-expressions.js';
import type { DecisionContext } from '../decision-context.js';
import { checkAction } from './offered-actions.js';
import { completeRecord } from '../computed/complete-record.js';
import type { RecordInRounds } from '../approvals/approval-round.js';

export interface NeededFields {
  readonly action: Action;
  readonly fields: ReadonlySet<string>;
}

/** undefined: several actions come next, or none is possible. */
export function findFieldsNeededNext(
  decisionContext: DecisionContext,
  record: RecordInRounds,
): NeededFields | undefined {
  const { entity } = decisionContext;
  const possible = entity.lifecycle.actions
    .filter((action) => canStartFrom(action, record.state, entity.lifecycle))
    .filter((action) => getLifecycleCourse(entity).direction(action, record.state) === 'onward')
    .map((action) => ({ action, reasons: checkAction(decisionContext, record, action) }))
    // A guard may hold once the record is filled in otherwise.
    .filter(({ reasons }) => reasons.every(({ code }) => code === 'GUARD'));
  const [next] = possible;
  if (!next || possible.length > 1 || next.reasons.length > 0) return undefined;
  const { action } = next;
  const state = action.to ?? record.state;
  const empty = completeRecord(decisionContext, { ...record, state, fields: {} }).record;
  const isBroken = ({ check }: Rule): boolean => {
    const { user, now } = decisionContext;
    const holds = evaluateStrict(check, { record: empty, user, now }, false);
    return holds !== BUDGET_EXCEEDED && !holds;
  };
  const needed = entity.rules
    .filter((rule) => rule.in?.includes(state) && !rule.in.includes(record.state))
    .flatMap((rule) => {
      const field = findOnlyField(entity, rule);
      // Choosing the reference fills the following field.
      if (!field || field.follows || action.ask.includes(field.key)) return [];
      return isBroken(rule) ? [field.key] : [];
    });
  return { action, fields: new Set(needed) };
}

/** undefined: the rule depends on several fields, or on something else. */
function findOnlyField(entity: Entity, { check, fields }: Rule): Field | undefined {
  const [field, ...others] = findFilledInFields(entity, check);
  return field && others.length === 0 && fields.includes(field.key) ? field : undefined;
}

/** Names in an expression that read more than the record. */
const NAMES_BEYOND_RECORD = ['user', 'now', 'today'];

/** Fields that an expression reads, also via computed fields; none if it reads anything else. */
function findFilledInFields(entity: Entity, expression: Expression<unknown>): readonly Field[] {
  const byKey = new Map(entity.fields.map((field) => [field.key, field]));
  const filledIn = new Set<Field>();
  const expressions = new Set<Expression<unknown>>([expression]);
  // Iterating a Set visits elements added during the loop.
  for (const each of expressions) {
    const names = listMentionedNames(each);
    const ofRecord = [...each.source.matchAll(/\brecord\b(?:\.(\w+))?/g)].map(([, name]) => name ?? '');
    if (each.asks || NAMES_BEYOND_RECORD.some((name) => names.has(name))) return [];
    if (!ofRecord.every((name) => byKey.has(name))) return [];
    for (const field of [...names].flatMap((name) => byKey.get(name) ?? [])) {
      if (field.computed) expressions.add(field.computed);
      else filledIn.add(field);
    }
  }
  return [...filledIn];
}
