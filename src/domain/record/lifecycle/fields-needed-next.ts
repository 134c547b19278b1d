import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import { canStartFrom } from '#specification/model/allowed-transitions.js';
import type { Action, Entity, Expression, Field, Rule } from '#specification/model/specification.js';
import {
  evaluateWithinBudget,
  listMentionedIdentifiers,
  BUDGET_EXCEEDED,
} from '#domain/evaluate-expressions.js';
import type { DecisionContext } from '../decision-context.js';
import { checkAction } from './offered-actions.js';
import { completeRecord } from '../computed/complete-record.js';
import type { RecordWithRounds } from '../approvals/approval-round.js';

export interface NeededFields {
  readonly action: Action;
  readonly fields: ReadonlySet<string>;
}

/** undefined: several actions or none. */
export function findFieldsNeededNext(
  decisionContext: DecisionContext,
  record: RecordWithRounds,
): NeededFields | undefined {
  const { entity } = decisionContext;
  const possible = entity.lifecycle.actions
    .filter((action) => canStartFrom(action, record.state, entity.lifecycle))
    .filter((action) => getLifecyclePresentation(entity).direction(action, record.state) === 'onward')
    .map((action) => ({ action, reasons: checkAction(decisionContext, record, action) }))
    // A guard may hold once more is filled in.
    .filter(({ reasons }) => reasons.every(({ code }) => code === 'GUARD'));
  const [next] = possible;
  if (!next || possible.length > 1 || next.reasons.length > 0) return undefined;
  const { action } = next;
  const state = action.to ?? record.state;
  const empty = completeRecord(decisionContext, { ...record, state, fields: {} }).record;
  const isBroken = ({ check }: Rule): boolean => {
    const { user, now } = decisionContext;
    const holds = evaluateWithinBudget(check, { record: empty, user, now }, false);
    return holds !== BUDGET_EXCEEDED && !holds;
  };
  const needed = entity.rules
    .filter((rule) => rule.in?.includes(state) && !rule.in.includes(record.state))
    .flatMap((rule) => {
      const field = findOnlyField(entity, rule);
      // The reference fills it.
      if (!field || field.follows || action.ask.includes(field.key)) return [];
      return isBroken(rule) ? [field.key] : [];
    });
  return { action, fields: new Set(needed) };
}

/** undefined: the rule needs more than one field. */
function findOnlyField(entity: Entity, { check, fields }: Rule): Field | undefined {
  const [field, ...others] = findFilledInFields(entity, check);
  return field && others.length === 0 && fields.includes(field.key) ? field : undefined;
}

const NAMES_BEYOND_RECORD = ['user', 'now', 'today'];

/** Follows computed fields; empty if the expression reads anything else. */
function findFilledInFields(entity: Entity, expression: Expression<unknown>): readonly Field[] {
  const byKey = new Map(entity.fields.map((field) => [field.key, field]));
  const filledIn = new Set<Field>();
  const expressions = new Set<Expression<unknown>>([expression]);
  for (const each of expressions) {
    const names = listMentionedIdentifiers(each);
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
