// Hides fields until an action requires them: a new request needs no payment date.
import type { Entity } from '#specification/model/specification.js';

/** Excludes fields that a rule needs before the action. */
export function findDeferredFields({ lifecycle, rules }: Entity): ReadonlySet<string> {
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
