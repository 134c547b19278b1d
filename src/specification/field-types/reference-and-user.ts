// The id must exist.
import { createPhrase } from '../refusal-words/phrases.js';
import { CEL_USER_TYPE } from '../values/cel-type-names.js';
import type { Field } from '../model/specification.js';
import { TEXT_CEL_CONVERSIONS } from './text.js';
import type { FieldTypeDefinition } from './field-type.js';
import {
  EMPTY,
  acceptValue,
  rejectValue,
  rejectType,
  type ParseResult,
  type ParseContext,
} from './parse-result.js';

function readReference(field: Field, raw: unknown, { records }: Pick<ParseContext, 'records'>): ParseResult {
  const entity = field.to ?? '';
  if (typeof raw !== 'string')
    return rejectType(createPhrase('type.reference', { entity }), createPhrase('example.id'));
  const id = raw.trim();
  if (id === '') return EMPTY;
  return records.get(entity)?.has(id) ? acceptValue(id) : rejectValue('NO_SUCH_RECORD', { entity });
}

function readUser(
  { roles = [] }: Field,
  raw: unknown,
  { people, fromLogs, rolesOf, roleTitles = String }: Omit<ParseContext, 'records'>,
): ParseResult {
  if (typeof raw !== 'string') return rejectType(createPhrase('type.person'), createPhrase('example.person'));
  const id = raw.trim();
  if (id === '') return EMPTY;
  if (fromLogs.has(id)) return rejectValue('PERSON_FROM_LOG');
  if (!people.has(id)) return rejectValue('NO_SUCH_PERSON');
  const held = rolesOf?.get(id);
  if (roles.length > 0 && held && !roles.some((role) => held.includes(role)))
    return rejectValue('PERSON_LACKS_ROLE', { role: roleTitles(roles) });
  return acceptValue(id);
}

export const referenceType: FieldTypeDefinition = {
  name: 'reference',
  holds: 'value',
  pointsTo: 'record',
  options: ['to'],
  needs: { option: 'to', remedy: 'write the entity it points to: `to: Supplier`' },
  ...TEXT_CEL_CONVERSIONS,
  read: readReference,
  filter: 'choice',
  isSorted: false,
};

export const userType: FieldTypeDefinition = {
  name: 'user',
  holds: 'value',
  pointsTo: 'person',
  options: ['role'],
  ...TEXT_CEL_CONVERSIONS,
  takes: [CEL_USER_TYPE],
  wanted: 'a user',
  read: readUser,
  filter: 'user',
  isSorted: false,
};
