// Fields that point to somebody or something: the id has to be one that was found.
import type { Field } from '#specification/specification.js';
import { EMPTY, value, wrong, wrongType, type Outcome, type Reading } from './outcome.js';

export function readReference(field: Field, raw: unknown, { records }: Pick<Reading, 'records'>): Outcome {
  const entity = field.to ?? '';
  if (typeof raw !== 'string') return wrongType(`a reference to ${entity}`, 'its id');
  const id = raw.trim();
  if (id === '') return EMPTY;
  return records.get(entity)?.has(id) ? value(id) : wrong('NO_SUCH_RECORD', { entity });
}

export function readUser(
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
