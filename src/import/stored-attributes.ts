import type { ImportedAttribute, ImportedAttributes } from '#domain/event.js';
import type { LogAttribute } from './xes-log.js';

/** Plain ones become text; nested, list and repeated ones keep their structure. */
export function toStoredAttributes(attributes: readonly LogAttribute[]): ImportedAttributes {
  const all = new Map<string, ImportedAttribute[]>();
  for (const attribute of attributes) {
    const others = all.get(attribute.key);
    if (others) others.push(toStoredAttribute(attribute));
    else all.set(attribute.key, [toStoredAttribute(attribute)]);
  }
  return Object.fromEntries(
    [...all].map(([key, values]) => [key, values.length === 1 ? values[0]! : values]),
  );
}

/** Names from the log are values, never keys: they cannot forge Daybook's own properties. */
function toStoredAttribute({ type, value, children }: LogAttribute): ImportedAttribute {
  if (!children && value !== undefined) return value;
  return {
    type,
    ...(value !== undefined && { value }),
    children: (children ?? []).map((child) => ({ key: child.key, is: toStoredAttribute(child) })),
  };
}

export function collectTexts({ value, type, children }: LogAttribute): readonly string[] {
  const own = value !== undefined && (type === 'string' || type === 'id') ? [value] : [];
  return children ? [...own, ...children.flatMap(collectTexts)] : own;
}
