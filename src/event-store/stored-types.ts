import { createHash } from 'node:crypto';
import { eventTypes } from '../domain/event-types.js';
import { toStoredType, type EventUpcasters } from './event-codec.js';

/** As this version writes them: `record.opened`, `record.approval-given@2`. */
export const listStoredTypes = (types: EventUpcasters = eventTypes): readonly string[] =>
  Object.keys(types)
    .map((type) => toStoredType(types, type))
    .sort();

/** Two versions with the same digest understand each other's logs. */
export const digestStoredTypes = (types: EventUpcasters = eventTypes): string =>
  createHash('sha256').update(listStoredTypes(types).join('\n')).digest('hex').slice(0, 12);
