import type { Translate } from '#views/messages/translate.js';
import type { Entity } from '#specification/model/specification.js';
import { isProperty, PROPERTY_TITLES } from './display-value.js';

export function getColumnTitle(entity: Entity, key: string, t: Translate): string {
  const field = entity.fields.find((each) => each.key === key);
  return field?.title ?? (isProperty(key) ? t(PROPERTY_TITLES[key]) : key);
}
