// OpenAPI 3.1 from the route table, body schemas and specification, limited to one person's permissions.
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
  pastRecordSchema,
  recordSchema,
  reportSchema,
  writtenSchema,
} from '../json/answer-schemas.js';
import { uploadedSchema } from './system-schemas.js';
import { apiHref } from '../json/record-json.js';
import { listReadableFields } from '../display/readable-and-writable-fields.js';
import { describeBody } from './body-descriptions.js';
import { generalParameter, describeParameters } from './parameter-descriptions.js';
import { findUploadableField } from './find-uploadable-field.js';
import type { SystemOperation } from './system-operation.js';
import { systemOperations } from './system-operations.js';
import { isWriteKind, ROUTES, type ReadOperation, type WriteOperation } from '../records/route-table.js';
import { getScreenApiName } from '../addresses/entity-screens.js';
import type { RouteKind } from '../addresses/match-route.js';
import { canSeeScreen } from '../addresses/visible-screens.js';

type JsonObject = Readonly<Record<string, unknown>>;

interface OpenApiRequest {
  readonly published: PublishedVersion;
  readonly viewer: Viewer;
  /** ISO 8601. */
  readonly now: string;
  /** Where people reach Daybook; undefined: at the root of its site. */
  readonly site?: string;
}

/** Omits entities, fields and actions that the person can never read or use. */
export async function buildOpenApi({ published, viewer, now, site }: OpenApiRequest): Promise<JsonObject> {
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
    if (rights.canReadSome) records[nameOf(rights)] = json(recordSchema(listReadableFields(rights)));
    await letOthers();
    if (currentQueryContext()?.signal?.aborted) break;
  }
  const readsTimeline = viewer.admin || viewer.auditor;
  const system = systemOperations(specification.key).filter(
    (each) => (!each.forAuditors || readsTimeline) && (!each.forAdmins || viewer.admin),
  );
  return {
    openapi: '3.1.0',
    info: { title: specification.name, version: String(version) },
    ...describeServers(site),
    security: [{ token: [] }, { password: [] }],
    paths: pathsOf([...operations, ...system.map(describedOperation)]),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token.' },
        password: { type: 'http', scheme: 'basic' },
      },
      schemas: {
        ...records,
        Written: json(writtenSchema),
        Problem: json(problemSchema),
      },
    },
  };
}

/** Paths of operations are below it. */
function describeServers(site: string | undefined): JsonObject {
  const path = site === undefined ? '/' : new URL(site).pathname;
  return path === '/' ? {} : { servers: [{ url: path.replace(/\/$/, '') }] };
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
  const { filters = [], mediaType = 'application/json', takesFile } = operation;
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
        ...filters.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
        ...(goesOn ? [{ name: 'after', in: 'query', schema: { type: 'string' } }] : []),
        generalParameter(method),
      ],
      ...(body && { requestBody: { required: true, content: content(json(body)) } }),
      ...(takesFile && { requestBody: { required: true, content: BYTES } }),
      responses: {
        [status]: {
          description: 'Limited to what the caller may read.',
          content: { [mediaType]: { schema: json(answers) } },
        },
        default: REFUSED,
      },
    },
  };
}

const BYTES = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

/** Files are uploaded before the command that references them. */
function uploadOf(rights: ReadRights): Operation | undefined {
  const { specification, entity } = rights;
  const fields = entity.fields.filter(({ key }) => findUploadableField(rights, key) !== undefined);
  if (fields.length === 0) return undefined;
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
      requestBody: { required: true, content: BYTES },
      responses: {
        201: { description: 'Uploaded; a command can refer to it.', content: content(json(uploadedSchema)) },
        default: REFUSED,
      },
    },
  };
}

interface OperationSubject {
  readonly action?: Action;
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
  action?.key ?? (screen && getScreenApiName(screen));
const titled = ({ action, screen }: OperationSubject): string | undefined => action?.title ?? screen?.title;

function operation(
  kind: RouteKind,
  api: ReadOperation | WriteOperation,
  rights: ReadRights,
  about: OperationSubject,
): Operation {
  const { specification, entity } = rights;
  const { action } = about;
  const body = isWriteKind(kind) ? describeBody(kind, rights, action) : 'body' in api ? api.body : undefined;
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
  map: 'Show the process map',
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

function answerOf(kind: RouteKind, api: ReadOperation | WriteOperation, rights: ReadRights): JsonObject {
  const described = isWriteKind(kind) ? 'Done.' : 'Limited to what the caller may read.';
  if ('answers' in api && api.answers) return { description: described, content: content(json(api.answers)) };
  if (kind === 'report') return { description: described, content: content(json(reportSchema)) };
  if (kind === 'feed') return { description: 'iCalendar (RFC 5545).', content: { 'text/calendar': {} } };
  if (kind === 'file') return { description: 'Its bytes.', content: { '*/*': {} } };
  if (kind === 'list') return { description: described, content: content(list(rights)) };
  const known = reference(isWriteKind(kind) ? 'Written' : nameOf(rights));
  const schema = kind === 'record' ? { anyOf: [known, json(pastRecordSchema)] } : known;
  return {
    description: described,
    headers: isWriteKind(kind) ? { ...TAG, ...POSITION } : TAG,
    content: content(schema),
  };
}

const TAG = { ETag: { description: 'The version.', schema: { type: 'string' } } };
const POSITION = {
  'Daybook-Position': { description: 'How new a later answer has to be.', schema: { type: 'integer' } },
};

const nameOf = ({ entity }: { readonly entity: Entity }): string => `${entity.name}Record`;

function list(rights: ReadRights): JsonObject {
  const schema = json(listSchema(z.unknown())) as { readonly properties: JsonObject };
  return {
    ...schema,
    properties: { ...schema.properties, items: { type: 'array', items: reference(nameOf(rights)) } },
  };
}

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const REFUSED: JsonObject = {
  description: 'Refused, with the reasons.',
  content: { 'application/problem+json': { schema: reference('Problem') } },
};
const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });

/** OpenAPI 3.1 declares the JSON Schema dialect itself. */
function json(schema: z.ZodType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
