// Section 5: what has to hold in the state a record will be in, and which fields may not be empty.
import type { Entity, Field, RecordInScope, Rule } from '#specification/specification.js';
import { type Value, isBlank } from '#specification/value.js';
import { judges, TOO_MUCH } from '../expressions.js';
import { reason } from '../reason.js';
import type { Reason } from '../refusal.js';
import { mentions } from '../told-fields.js';
import type { DecisionContext } from './decision-context.js';

/** Rules that do not hold. Those about `unsettled` fields (unreadable, or still to be asked for) are left out. */
export function brokenRules(
  decisionContext: DecisionContext,
  record: RecordInScope,
  unsettled: ReadonlySet<string> = new Set(),
): readonly Reason[] {
  const { entity, user, now } = decisionContext;
  const open = withComputed(entity, unsettled);
  return entity.rules
    .filter((rule) => rule.in === undefined || rule.in.includes(record.state))
    .filter((rule) => !isAbout(rule, open))
    .flatMap((rule) => {
      const holds = judges(rule.check, { record, user, now }, false);
      if (holds === TOO_MUCH) return [tooMuch(decisionContext, rule)];
      return holds ? [] : [brokenRule(decisionContext, rule, record)];
    });
}

function tooMuch(decisionContext: DecisionContext, { id, fields, check: { place } }: Rule): Reason {
  const about = { rule: id, fields, place, with: { what: `Rule ${id}` } };
  return reason(decisionContext, 'TOO_MUCH_TO_COMPUTE', about);
}

function brokenRule(decisionContext: DecisionContext, rule: Rule, record: RecordInScope): Reason {
  const { id, fields, place, error } = rule;
  return reason(decisionContext, error, { rule: id, fields, place, record, with: { rule: id } });
}

function isAbout(rule: Rule, fields: ReadonlySet<string>): boolean {
  return [...fields].some((key) => rule.fields.includes(key) || mentions(rule.check, key));
}

/** These fields and those computed from them. */
function withComputed(entity: Entity, fields: ReadonlySet<string>): ReadonlySet<string> {
  if (fields.size === 0) return fields;
  const all = new Set(fields);
  const computed = entity.fields.filter((field) => field.computed);
  for (let before = -1; before !== all.size;) {
    before = all.size;
    for (const field of computed)
      if ([...all].some((key) => mentions(field.computed!, key))) all.add(field.key);
  }
  return all;
}

/** Fields some action asks for: they are needed when it is taken, not before. */
export function fieldsOfActions(entity: Entity): ReadonlySet<string> {
  return new Set(entity.lifecycle.actions.flatMap(({ ask }) => ask));
}

/** Whether a field that has to be filled in is not. White space fills in nothing. */
export function isFieldMissing(field: Field, value: Value): boolean {
  if (!field.required || field.computed) return false;
  return value === null || (typeof value === 'string' && isBlank(value));
}

export function requiredReason(decisionContext: DecisionContext, field: Field): Reason {
  const about = { with: { field: field.title }, fields: [field.key], place: field.place };
  return reason(decisionContext, 'REQUIRED', about);
}
