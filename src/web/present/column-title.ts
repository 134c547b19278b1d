// What a column is called: a field's title, or Daybook's own word.
import type { Entity } from '#specification/specification.js';
import { isProperty, PROPERTY_TITLES } from './shown.js';

export function columnTitle(entity: Entity, key: string): string {
  const field = entity.fields.find((each) => each.key === key);
  return field?.title ?? (isProperty(key) ? PROPERTY_TITLES[key] : key);
}
