// Fields that point to somebody or something: the id has to be one that was found.
import { USER_TYPE } from '../values/type-names.js';
import type { Field } from '../specification.js';
import { asText } from './as-text.js';
import type { FieldTypeDefinition } from './field-type.js';
import { EMPTY, value, wrong, wrongType, type Outcome, type Reading } from './outcome.js';

function readReference(field: Field, raw: unknown, { records }: Pick<Reading, 'records'>): Outcome {
  const entity = field.to ?? '';
  if (typeof raw !== 'string') return wrongType(`a reference to ${entity}`, 'its id');
  const id = raw.trim();
  if (id === '') return EMPTY;
  return records.get(entity)?.has(id) ? value(id) : wrong('NO_SUCH_RECORD', { entity });
}

function readUser(
  _: Field,
  raw: unknown,
  { people, fromLogs }: Pick<Reading, 'people' | 'fromLogs'>,
): Outcome {
  if (typeof raw !== 'string') return wrongType('a person', 'the id of a person');
  const id = raw.trim();
  if (id === '') return EMPTY;
  if (fromLogs.has(id)) return wrong('PERSON_FROM_LOG');
  return people.has(id) ? value(id) : wrong('NO_SUCH_PERSON');
}

export const reference: FieldTypeDefinition = {
  name: 'reference',
  holds: 'value',
  pointsTo: 'record',
  options: ['to'],
  needs: { option: 'to', remedy: 'write the entity it points to: `to: Supplier`' },
  ...asText,
  read: readReference,
  filter: 'choice',
  isSorted: false,
};

export const user: FieldTypeDefinition = {
  name: 'user',
  holds: 'value',
  pointsTo: 'person',
  ...asText,
  takes: [USER_TYPE],
  wanted: 'a user',
  read: readUser,
  filter: 'user',
  isSorted: false,
};
