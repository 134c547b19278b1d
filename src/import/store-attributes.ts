// What a log says of an event beyond action, person, time and fields → JSON that stays with the event, nothing left out.
import type { StoredAttribute, StoredAttributes } from '#domain/event.js';
import type { LogAttribute } from './xes-log.js';

/** A plain attribute is its text; a nested one, a list, and one given twice keep their structure. */
export function toStoredAttributes(attributes: readonly LogAttribute[]): StoredAttributes {
  const all = new Map<string, StoredAttribute[]>();
  for (const attribute of attributes) {
    const others = all.get(attribute.key);
    if (others) others.push(toStoredAttribute(attribute));
    else all.set(attribute.key, [toStoredAttribute(attribute)]);
  }
  return Object.fromEntries(
    [...all].map(([key, values]) => [key, values.length === 1 ? values[0]! : values]),
  );
}

/** Names that the log chose stand as values in here, never as keys: it cannot make up what Daybook would take for its own. */
function toStoredAttribute({ type, value, children }: LogAttribute): StoredAttribute {
  if (!children && value !== undefined) return value;
  return {
    type,
    ...(value !== undefined && { value }),
    children: (children ?? []).map((child) => ({ key: child.key, is: toStoredAttribute(child) })),
  };
}

/** Every text in it, for looking through. */
export function textsIn({ value, type, children }: LogAttribute): readonly string[] {
  const own = value !== undefined && (type === 'string' || type === 'id') ? [value] : [];
  return children ? [...own, ...children.flatMap(textsIn)] : own;
}
