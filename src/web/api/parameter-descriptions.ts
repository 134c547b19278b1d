import { z } from 'zod';
import { LONGER_THAN_SUFFIX, SUM_OF_PARAMETER, WAITS_FOR_PARAMETER } from '#views/addresses.js';
import type { ReadRights } from '#query-handling/visibility/read-rights.js';
import { MAX_RECORDS } from '../json/record-answers.js';
import { POSITION_HEADER } from '../json/position-header.js';
import { filterKind } from '../addresses/list-address.js';
import { MOMENT_PARAMETER } from '../addresses/record-moment.js';
import type { RouteKind } from '../addresses/match-route.js';
import { isSummable } from '#query-handling/lists/list-sums.js';
import { listReadableFields } from '../display/readable-and-writable-fields.js';
import type { ReadOperation, WriteOperation } from '../records/route-table.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: object;
}

const TEXT = { type: 'string' };
const IDS: Parameter = { name: 'id', in: 'path', required: true, schema: { ...TEXT, format: 'uuid' } };
const FILE_PARTS: readonly Parameter[] = [
  { name: 'field', in: 'path', required: true, schema: TEXT, description: 'Key of the field.' },
  { name: 'sha256', in: 'path', required: true, schema: TEXT, description: 'As in the record.' },
];
const VERSION: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: true,
  schema: TEXT,
  description: 'The ETag of the version you have read, such as "3".',
};
const COMMAND: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { ...TEXT, minLength: 1, maxLength: 255 },
  description: 'Chosen by you for one command: a repeated request is carried out once.',
};
const NEWNESS: Parameter = {
  name: POSITION_HEADER,
  in: 'header',
  schema: { type: 'integer' },
  description: 'From the response to a write: this response is at least as new.',
};

export function describeParameters(
  api: ReadOperation | WriteOperation,
  kind: RouteKind,
  rights: ReadRights,
): readonly Parameter[] {
  return [
    ...(api.path.startsWith('/:id') ? [IDS] : []),
    ...(kind === 'file' ? FILE_PARTS : []),
    ...(kind === 'record' ? [PAST] : []),
    ...(kind === 'list' ? [...pages(), ...sums(rights), ...filters(rights)] : []),
    ...(kind === 'report' ? [WORDS, ...filters(rights)] : []),
    ...(api.versioned ? [VERSION] : []),
    generalParameter(api.method),
  ];
}

/** Required freshness of a read; command id of a write. */
export const generalParameter = (method: ReadOperation['method'] | WriteOperation['method']): Parameter =>
  method === 'GET' ? NEWNESS : COMMAND;

const inQuery = (name: string, schema: object, description?: string): Parameter => ({
  name,
  in: 'query',
  schema,
  ...(description !== undefined && { description }),
});

const PAST = inQuery(MOMENT_PARAMETER, TEXT, 'As it was then: a day, a moment, or the position of an event.');

const WORDS = inQuery('q', TEXT, 'Words to look for.');

const pages = (): readonly Parameter[] => [
  WORDS,
  inQuery('sort', TEXT, 'A field, with a “-” in front from the largest to the smallest.'),
  inQuery(WAITS_FOR_PARAMETER, { ...TEXT, enum: ['me'] }, 'Only what waits for you.'),
  inQuery('limit', z.toJSONSchema(LIMIT)),
  inQuery('after', TEXT, 'As “next” of an answer has it.'),
  inQuery('before', TEXT, 'As “previous” of an answer has it.'),
];

const sums = (rights: ReadRights): readonly Parameter[] => {
  const summable = rights.entity.fields.filter((field) => isSummable(field, rights));
  if (summable.length === 0) return [];
  const schema = { ...TEXT, enum: summable.map(({ key }) => key) };
  return [inQuery(SUM_OF_PARAMETER, schema, 'Adds the field up over the whole list; may be repeated.')];
};

const LIMIT = z.int().min(1).max(MAX_RECORDS);

/** Only fields readable in every record, since a filter reveals values. */
function filters(rights: ReadRights): readonly Parameter[] {
  const visible = listReadableFields(rights).filter(({ key }) => rights.open(key));
  return [
    inQuery('state', TEXT, 'State'),
    inQuery(
      `stateSince.${LONGER_THAN_SUFFIX}`,
      TEXT,
      'In its state longer than that: a number of days, or a duration such as PT12H.',
    ),
    inQuery('stateSince.from', TEXT, 'In its state since that day or later.'),
    inQuery('stateSince.until', TEXT, 'In its state since that day or before.'),
    ...visible.flatMap(({ key, title }) => {
      const kind = filterKind(rights.entity, key);
      if (kind === undefined) return [];
      if (kind !== 'range' && kind !== 'dates') return [inQuery(key, TEXT, title)];
      return [inQuery(`${key}.from`, TEXT, title), inQuery(`${key}.until`, TEXT, title)];
    }),
  ];
}
