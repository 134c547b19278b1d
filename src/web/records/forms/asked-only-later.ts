// Fields that stay out of the forms until an action asks for them: the day of payment is no question for a new request.
import type { Entity } from '#specification/model/specification.js';

/**
 * Keys of the fields some action asks for, without those that a rule wants before: what has to be there where the
 * action begins has to be filled in earlier.
 */
export function fieldsAskedLater({ lifecycle, rules }: Entity): ReadonlySet<string> {
  const begins = new Map<string, Set<string>>();
  for (const { ask, from } of lifecycle.actions)
    for (const key of ask) begins.set(key, new Set([...(begins.get(key) ?? []), ...from]));
  const wantedBefore = (key: string, states: ReadonlySet<string>) =>
    rules.some(
      (rule) =>
        rule.fields.includes(key) && (rule.in === undefined || rule.in.some((state) => states.has(state))),
    );
  return new Set([...begins].filter(([key, states]) => !wantedBefore(key, states)).map(([key]) => key));
}
