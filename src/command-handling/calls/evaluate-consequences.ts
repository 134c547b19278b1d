// Values are as API clients send them.
import { evaluateCallBody, type JsonValue } from '#specification/cel/call-content.js';
import type { CallOutcome, Scope } from '#specification/model/specification.js';

export interface CallConsequences {
  readonly set: Readonly<Record<string, unknown>> | null;
  readonly action: string | null;
  readonly error: string | null;
}

export const NO_CONSEQUENCES: CallConsequences = { set: null, action: null, error: null };

export function evaluateConsequences(outcome: CallOutcome | undefined, scope: Scope): CallConsequences {
  const { set = [], action = null, error = null } = outcome ?? {};
  const values = set.map(([key, body]) => [key, asTyped(evaluateCallBody(body, scope))] as const);
  return { set: values.length === 0 ? null : Object.fromEntries<JsonValue>(values), action, error };
}

const asTyped = (value: JsonValue): JsonValue => (typeof value === 'number' ? String(value) : value);
