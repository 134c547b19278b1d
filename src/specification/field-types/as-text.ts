// What types have in common whose values expressions see as text.
import type { FieldTypeDefinition } from './field-type.js';

export const asText: Pick<FieldTypeDefinition, 'cel' | 'toCel' | 'known'> = {
  cel: () => 'string',
  toCel: () => (stored) => (typeof stored === 'string' ? stored : undefined),
  known: (_, value) => (typeof value === 'string' ? value : undefined),
};
