// Parameters and headers of a call: what a list is filtered by, which record, which version, which command.
import { z } from 'zod';
import { LONGER_THAN, WAITS_FOR } from '#views/addresses.js';
import type { ReadRights } from '#query-handling/visibility/read-rights.js';
import { MAX_RECORDS } from '../json/record-answers.js';
import { POSITION } from '../json/position-header.js';
import { filterKind } from '../addresses/list-address.js';
import type { RouteKind } from '../addresses/page-addresses.js';
import { readableFields } from '../display/listed-fields.js';
import type { ReadCall, WriteCall } from '../records/route-table.js';

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
  { name: 'sha256', in: 'path', required: true, schema: TEXT, description: 'As the record says it.' },
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
  description: 'Of your own, for one command: sent again it is done once.',
};
const NEWNESS: Parameter = {
  name: POSITION,
  in: 'header',
  schema: { type: 'integer' },
  description: 'Of an answer to a write: this answer is at least as new.',
};

export function describeParameters(
  api: ReadCall | WriteCall,
  kind: RouteKind,
  rights: ReadRights,
): readonly Parameter[] {
  return [
    ...(api.path.startsWith('/:id') ? [IDS] : []),
    ...(kind === 'file' ? FILE_PARTS : []),
    ...(kind === 'list' ? [...pages(), ...filters(rights)] : []),
    ...(kind === 'report' ? [WORDS, ...filters(rights)] : []),
    ...(api.versioned ? [VERSION] : []),
    generalParameter(api.method),
  ];
}

/** What every call takes: how new its answer has to be, or which command it is. */
export const generalParameter = (method: ReadCall['method'] | WriteCall['method']): Parameter =>
  method === 'GET' ? NEWNESS : COMMAND;

const inQuery = (name: string, schema: object, description?: string): Parameter => ({
  name,
  in: 'query',
  schema,
  ...(description !== undefined && { description }),
});

const WORDS = inQuery('q', TEXT, 'Words to look for.');

const pages = (): readonly Parameter[] => [
  WORDS,
  inQuery('sort', TEXT, 'A field, with a “-” in front from the largest to the smallest.'),
  inQuery(WAITS_FOR, { ...TEXT, enum: ['me'] }, 'Only what waits for you.'),
  inQuery('limit', z.toJSONSchema(LIMIT)),
  inQuery('after', TEXT, 'As “next” of an answer has it.'),
  inQuery('before', TEXT, 'As “previous” of an answer has it.'),
];

const LIMIT = z.int().min(1).max(MAX_RECORDS);

/** Only by what is visible in every record can be filtered. */
function filters(rights: ReadRights): readonly Parameter[] {
  const visible = readableFields(rights).filter(({ key }) => rights.open(key));
  return [
    inQuery('state', TEXT, 'State'),
    inQuery(
      `stateSince.${LONGER_THAN}`,
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
