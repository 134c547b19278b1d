// The calls of an application's API that are about no single record, and those of the installation, as OpenAPI lists them.
import { z } from 'zod';
import { CHANGES, CHANGES_READ, DEPUTIES, NOTICES, SEARCH } from '#views/addresses.js';
import { DEPUTY, EndDelegationBody } from '../people/deputy-bodies.js';
import { NOTICE } from '../people/notice-bodies.js';
import { changesSchema, readUpToBody, readUpToSchema } from '../home/changes-json.js';
import { constantsBody } from '../specifications/constants-json.js';
import { writtenSchema } from '../json/answer-schemas.js';
import {
  changedSchema,
  constantsSchema,
  deputiesSchema,
  noticesSchema,
  scheduledSchema,
  searchSchema,
  waitingSchema,
} from './system-schemas.js';
import { SCHEDULED, WAITING } from '../addresses/page-addresses.js';

export interface SystemOperation {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly id: string;
  readonly summary: string;
  readonly status: 200 | 201;
  readonly body?: z.ZodType;
  readonly answers: z.ZodType;
  /** Names in the path. */
  readonly ids?: readonly string[];
  /** Names in the query that belong to every request. */
  readonly query?: readonly string[];
  /** Of a list that goes on: the cursor of the next page. */
  readonly goesOn?: true;
}

const get = (id: string, path: string, summary: string, answers: z.ZodType): SystemOperation => ({
  id,
  path,
  summary,
  answers,
  method: 'GET',
  status: 200,
});

const AWAITED = z.looseObject({ application: z.string(), id: z.string(), entity: z.string() });

/** All answer every signed-in person with access to the application. */
export const systemOperations = (application: string): readonly SystemOperation[] => [
  get('constants', `/api/${application}/constants`, 'Read the constants', constantsSchema),
  {
    id: 'constants.change',
    path: `/api/${application}/constants`,
    method: 'POST',
    status: 201,
    summary: 'Change constants',
    body: constantsBody,
    answers: changedSchema,
  },
  get('waiting', `/api/${application}/${WAITING}`, 'List what waits for you here', waitingSchema(AWAITED)),
  get(
    'waiting.everywhere',
    `/api/${WAITING}`,
    'List what waits for you, in all applications',
    waitingSchema(AWAITED),
  ),
  {
    ...get(
      'scheduled',
      `/api/${application}/${SCHEDULED}`,
      'List what will happen by itself',
      scheduledSchema,
    ),
    goesOn: true,
  },
  {
    ...get(
      'scheduled.everywhere',
      `/api/${SCHEDULED}`,
      'List what will happen by itself, in all applications',
      scheduledSchema,
    ),
    goesOn: true,
  },
  {
    ...get('search', `/api${SEARCH}`, 'Search all applications', searchSchema),
    query: ['q'],
  },
  get('changes', `/api${CHANGES}`, 'List records that others have changed', changesSchema),
  {
    id: 'changes.read',
    path: `/api${CHANGES_READ}`,
    method: 'POST',
    status: 201,
    summary: 'Mark changes as read',
    body: readUpToBody,
    answers: readUpToSchema,
  },
  get('openapi', `/api/${application}/openapi.json`, 'Read this description', z.looseObject({})),
  { ...get('notices', `/api${NOTICES}`, 'List your notifications', noticesSchema), goesOn: true },
  {
    id: 'notices.choose',
    path: `/api${NOTICES}`,
    method: 'POST',
    status: 200,
    summary: 'Choose how you are notified',
    body: NOTICE,
    answers: writtenSchema,
  },
  get('deputies', `/api${DEPUTIES}`, 'List your deputies and for whom you are one', deputiesSchema),
  {
    id: 'deputies.name',
    path: `/api${DEPUTIES}`,
    method: 'POST',
    status: 201,
    summary: 'Name a deputy',
    body: DEPUTY,
    answers: writtenSchema,
  },
  {
    id: 'deputies.end',
    path: `/api${DEPUTIES}/{id}/end`,
    method: 'POST',
    status: 200,
    summary: 'End a deputation',
    body: EndDelegationBody,
    answers: writtenSchema,
    ids: ['id'],
  },
];
