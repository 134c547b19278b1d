// The API of one application as OpenAPI 3.1, as one person may use it: made from the table of routes, their bodies, and the specification.
import { z } from 'zod';
import type { PublishedVersion } from '#ports/specifications.js';
import { currentQueryContext } from '#projections/port/query.js';
import { startTimeSlice } from '#platform/cooperative-scheduler.js';
import { deriveReadRights, type ReadRights } from '#query-handling/visibility/read-rights.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { Action, Entity, Screen } from '#specification/model/specification.js';
import {
  listSchema,
  problemSchema,
  recordSchema,
  reportSchema,
  writtenSchema,
} from '../json/answer-schemas.js';
import { uploadedSchema } from './system-schemas.js';
import { apiHref } from '../json/record-json.js';
import { readableFields } from '../display/listed-fields.js';
import { describeBody } from './body-descriptions.js';
import { generalParameter, describeParameters } from './parameter-descriptions.js';
import { mayUpload } from './may-upload.js';
import { systemOperations, type SystemOperation } from './system-operations.js';
import { isWritten, ROUTES, type ReadCall, type WriteCall } from '../records/route-table.js';
import { screenName, type RouteKind } from '../addresses/page-addresses.js';
import { canSeeScreen } from '../addresses/visible-screens.js';

type JsonObject = Readonly<Record<string, unknown>>;

interface OpenApiRequest {
  readonly published: PublishedVersion;
  readonly viewer: Viewer;
  /** ISO 8601 instant. */
  readonly now: string;
}

/** Says nothing of entities, fields and actions that this person may neither see nor use in any record. */
export async function buildOpenApi({ published, viewer, now }: OpenApiRequest): Promise<JsonObject> {
  const { specification, version } = published;
  const operations: Operation[] = [];
  const records: Record<string, JsonObject> = {};
  const letOthers = startTimeSlice();
  for (const entity of Object.values(specification.entities)) {
    const rights = deriveReadRights({ specification, entity, viewer, now });
    for (const operation of operationsOf(rights, viewer)) {
      operations.push(operation);
      await letOthers();
    }
    const upload = uploadOf(rights);
    if (upload) operations.push(upload);
    if (rights.any) records[nameOf(rights)] = json(recordSchema(readableFields(rights)));
    await letOthers();
    if (currentQueryContext()?.signal?.aborted) break;
  }
  return {
    openapi: '3.1.0',
    info: { title: specification.name, version: String(version) },
    security: [{ password: [] }],
    paths: pathsOf([...operations, ...systemOperations(specification.key).map(describedOperation)]),
    components: {
      securitySchemes: { password: { type: 'http', scheme: 'basic' } },
      schemas: {
        ...records,
        Written: json(writtenSchema),
        Problem: json(problemSchema),
      },
    },
  };
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly described: JsonObject;
}

function pathsOf(operations: readonly Operation[]): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const { path, method, described } of operations) paths[path] = { ...paths[path], [method]: described };
  return paths;
}

function* operationsOf(rights: ReadRights, viewer: Viewer): Iterable<Operation> {
  for (const kind of Object.keys(ROUTES) as RouteKind[]) {
    const { api, permits } = ROUTES[kind];
    if (!api) continue;
    for (const about of aboutOf(kind, rights, viewer))
      if (permits(rights, about.action)) yield operation(kind, api, rights, about);
  }
}

function describedOperation(operation: SystemOperation): Operation {
  const { id, path, method, summary, status, body, answers, ids = [], query = [], goesOn } = operation;
  return {
    path,
    method: method.toLowerCase(),
    described: {
      operationId: `-.${id}`,
      summary,
      tags: ['Daybook'],
      parameters: [
        ...ids.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        ...query.map((name) => ({ name, in: 'query', required: true, schema: { type: 'string' } })),
        ...(goesOn ? [{ name: 'after', in: 'query', schema: { type: 'string' } }] : []),
        generalParameter(method),
      ],
      ...(body && { requestBody: { required: true, content: content(json(body)) } }),
      responses: {
        [status]: { description: 'As whoever asks may see it.', content: content(json(answers)) },
        default: REFUSED,
      },
    },
  };
}

/** Where some field of files may be filled in: bytes are sent before the command that names them. */
function uploadOf(rights: ReadRights): Operation | undefined {
  const { specification, entity } = rights;
  const fields = entity.fields.filter(({ key }) => mayUpload(rights, key) !== undefined);
  if (fields.length === 0) return undefined;
  const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const names = { type: 'string', enum: fields.map(({ key }) => key) };
  return {
    path: `${apiHref(specification.key, entity.name)}/files`,
    method: 'post',
    described: {
      operationId: `upload.${entity.name}`,
      summary: `Send a file: ${entity.title}`,
      tags: [entity.title],
      parameters: [
        { name: 'field', in: 'query', required: true, schema: names },
        { name: 'name', in: 'query', required: true, schema: { type: 'string' } },
      ],
      requestBody: { required: true, content: bytes },
      responses: {
        201: { description: 'It is there for a command.', content: content(json(uploadedSchema)) },
        default: REFUSED,
      },
    },
  };
}

/** What a call is about besides the entity. */
interface OperationSubject {
  readonly action?: Action;
  /** A report or a calendar. */
  readonly screen?: Screen;
}

function aboutOf(
  kind: RouteKind,
  { specification, entity }: ReadRights,
  viewer: Viewer,
): readonly OperationSubject[] {
  const { actions } = entity.lifecycle;
  if (kind === 'action') return actions.map((action) => ({ action }));
  if (kind === 'refuse' || kind === 'takeBack')
    return actions.filter(({ approvals }) => approvals).map((action) => ({ action }));
  if (kind !== 'report' && kind !== 'feed') return [{}];
  const shown = kind === 'feed' ? 'calendar' : kind;
  return specification.screens
    .filter((screen) => screen.kind === shown && screen.entity === entity.key)
    .filter((screen) => canSeeScreen(screen, specification, viewer))
    .map((screen) => ({ screen }));
}

const named = ({ action, screen }: OperationSubject): string | undefined =>
  action?.key ?? (screen && screenName(screen));
const titled = ({ action, screen }: OperationSubject): string | undefined => action?.title ?? screen?.title;

function operation(
  kind: RouteKind,
  api: ReadCall | WriteCall,
  rights: ReadRights,
  about: OperationSubject,
): Operation {
  const { specification, entity } = rights;
  const { action } = about;
  const body = isWritten(kind) ? describeBody(kind, rights, action) : 'body' in api ? api.body : undefined;
  const below = api.path
    .replace(/:(id|field|sha256)/g, '{$1}')
    .replace(/:(action|report|calendar)/, named(about) ?? '');
  return {
    path: apiHref(specification.key, entity.name) + below,
    method: api.method.toLowerCase(),
    described: {
      operationId: [kind, entity.name, named(about)].filter((part) => part !== undefined).join('.'),
      summary: `${SUMMARIES[kind] ?? titled(about)}: ${entity.title}`,
      ...(action?.help !== undefined && { description: action.help }),
      tags: [entity.title],
      parameters: describeParameters(api, kind, rights),
      ...(body && { requestBody: { required: true, content: content(json(body)) } }),
      responses: {
        [api.status]: answerOf(kind, api, rights),
        ...(kind === 'eraseDue' && {
          207: { ...answerOf(kind, api, rights), description: 'Some are erased, others are refused.' },
        }),
        default: REFUSED,
      },
    },
  };
}

const SUMMARIES: Readonly<Partial<Record<RouteKind, string>>> = {
  list: 'List',
  record: 'Read',
  file: 'Read a file',
  form: 'Open',
  edit: 'Change',
  refuse: 'Refuse to approve',
  takeBack: 'Take an approval back',
  comment: 'Comment',
  assign: 'Assign',
  retention: 'List what is due to be erased',
  eraseDue: 'Erase what is due',
};

function answerOf(kind: RouteKind, api: ReadCall | WriteCall, rights: ReadRights): JsonObject {
  const described = isWritten(kind) ? 'It is done.' : 'As whoever asks may see it.';
  if ('answers' in api && api.answers) return { description: described, content: content(json(api.answers)) };
  if (kind === 'report') return { description: described, content: content(json(reportSchema)) };
  if (kind === 'feed') return { description: 'iCalendar (RFC 5545).', content: { 'text/calendar': {} } };
  if (kind === 'file') return { description: 'Its bytes.', content: { '*/*': {} } };
  if (kind === 'list') return { description: described, content: content(list(rights)) };
  const schema = reference(isWritten(kind) ? 'Written' : nameOf(rights));
  return {
    description: described,
    headers: isWritten(kind) ? { ...TAG, ...POSITION } : TAG,
    content: content(schema),
  };
}

const TAG = { ETag: { description: 'The version.', schema: { type: 'string' } } };
const POSITION = {
  'Daybook-Position': { description: 'How new a later answer has to be.', schema: { type: 'integer' } },
};

const nameOf = ({ entity }: { readonly entity: Entity }): string => `${entity.name}Record`;

/** `items` refer to the schema of a record. */
function list(rights: ReadRights): JsonObject {
  const schema = json(listSchema(z.unknown())) as { readonly properties: JsonObject };
  return {
    ...schema,
    properties: { ...schema.properties, items: { type: 'array', items: reference(nameOf(rights)) } },
  };
}

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const REFUSED: JsonObject = {
  description: 'It is refused, and said why.',
  content: { 'application/problem+json': { schema: reference('Problem') } },
};
const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });

/** OpenAPI 3.1 takes JSON Schema 2020-12 as it is, and says itself which dialect it means. */
function json(schema: z.ZodType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
