// What an answer, or its absence, asks for, as it is written down: values that programs would send.
import { evaluateCallBody, type JsonValue } from '#specification/cel/call-content.js';
import type { CallOutcome, Scope } from '#specification/model/specification.js';

export interface CallConsequences {
  readonly set: Readonly<Record<string, unknown>> | null;
  readonly action: string | null;
  readonly error: string | null;
}

export const NO_CONSEQUENCES: CallConsequences = { set: null, action: null, error: null };

/** Values that the answer does not have are null. */
export function evaluateConsequences(outcome: CallOutcome | undefined, scope: Scope): CallConsequences {
  const { set = [], action = null, error = null } = outcome ?? {};
  const values = set.map(([key, body]) => [key, asTyped(evaluateCallBody(body, scope))] as const);
  return { set: values.length === 0 ? null : Object.fromEntries<JsonValue>(values), action, error };
}

/** As somebody would type it: a number may be the text of a field, too. */
const asTyped = (value: JsonValue): JsonValue => (typeof value === 'number' ? String(value) : value);
