// API calls that concern no single record, for OpenAPI.
import { z } from 'zod';
import {
  CHANGES_BY_OTHERS_PATH,
  MARK_CHANGES_READ_PATH,
  DEPUTIES_PATH,
  EXPORT_CHECK_PATH,
  NOTICES_PATH,
  SEARCH_PATH,
  TIMELINE_PATH,
  SAVED_VIEWS_PATH,
} from '#views/addresses.js';
import { CreateDelegationBody, EndDelegationBody } from '../people/delegation-bodies.js';
import { NoticeChoiceBody } from '../people/notice-bodies.js';
import { changedRecordsSchema, readUpToBody, readUpToSchema } from '../home/changed-records-json.js';
import { constantsBody } from '../specifications/constants-json.js';
import { writtenSchema } from '../json/answer-schemas.js';
import {
  constantsChangedSchema,
  constantsSchema,
  deputiesSchema,
  exportCheckSchema,
  noticesSchema,
  scheduledSchema,
  searchSchema,
  timelineSchema,
  viewsSchema,
  waitingSchema,
} from './system-schemas.js';
import { DELETE_VIEW_BODY, VIEW_BODY } from '../saved-views/view-bodies.js';
import { PEOPLE_CALLS, TOKEN_CALLS } from './account-operations.js';
import { SCHEDULED_PATH, WAITING_PATH } from '../addresses/page-addresses.js';
import { TIMELINE_PARAMETERS } from '../addresses/timeline-address.js';
import type { SystemOperation } from './system-operation.js';

const get = (id: string, path: string, summary: string, answers: z.ZodType): SystemOperation => ({
  id,
  path,
  summary,
  answers,
  method: 'GET',
  status: 200,
});

const VIEW_CALLS: readonly SystemOperation[] = [
  {
    ...get(
      'views',
      `/api${SAVED_VIEWS_PATH}`,
      'List your saved views of a list, and shared ones',
      viewsSchema,
    ),
    query: ['application', 'screen'],
  },
  {
    id: 'views.save',
    path: `/api${SAVED_VIEWS_PATH}`,
    method: 'POST',
    status: 201,
    summary: 'Save a view of a list',
    body: VIEW_BODY,
    answers: writtenSchema,
  },
  {
    id: 'views.delete',
    path: `/api${SAVED_VIEWS_PATH}/{id}/delete`,
    ids: ['id'],
    method: 'POST',
    status: 200,
    summary: 'Delete a view of yours',
    body: DELETE_VIEW_BODY,
    answers: writtenSchema,
  },
];

const AWAITED = z.looseObject({ application: z.string(), id: z.string(), entity: z.string() });

const TIMELINE_CALLS: readonly SystemOperation[] = [
  {
    ...get('timeline', `/api${TIMELINE_PATH}`, 'List what happened', timelineSchema),
    filters: [...TIMELINE_PARAMETERS, 'limit', 'before'],
    goesOn: true as const,
  },
  {
    ...get('timeline.csv', `/api${TIMELINE_PATH}.csv`, 'Export what happened as CSV', z.string()),
    filters: TIMELINE_PARAMETERS,
    mediaType: 'text/csv',
  },
  {
    ...get('timeline.jsonl', `/api${TIMELINE_PATH}.jsonl`, 'Export what happened as JSON Lines', z.string()),
    filters: TIMELINE_PARAMETERS,
    mediaType: 'application/jsonl',
  },
  {
    id: 'timeline.check',
    path: `/api${EXPORT_CHECK_PATH}`,
    method: 'POST' as const,
    status: 200 as const,
    summary: 'Check whether a file is one that the timeline exported',
    takesFile: true as const,
    answers: exportCheckSchema,
  },
].map((call) => ({ ...call, forAuditors: true }));

const AWAITED_SCHEMA = waitingSchema(AWAITED);

const constantsCalls = (application: string): readonly SystemOperation[] => [
  {
    ...get('constants', `/api/${application}/constants`, 'Read the constants', constantsSchema),
    filters: ['at'],
  },
  {
    id: 'constants.change',
    path: `/api/${application}/constants`,
    method: 'POST',
    status: 201,
    summary: 'Change constants',
    body: constantsBody,
    answers: constantsChangedSchema,
  },
];

/** Available to every signed-in person with access to the application, or to auditors and admins. */
export const systemOperations = (application: string): readonly SystemOperation[] => [
  ...constantsCalls(application),
  get('waiting', `/api/${application}/${WAITING_PATH}`, 'List what waits for you here', AWAITED_SCHEMA),
  get(
    'waiting.everywhere',
    `/api/${WAITING_PATH}`,
    'List what waits for you, in all applications',
    AWAITED_SCHEMA,
  ),
  {
    ...get(
      'scheduled',
      `/api/${application}/${SCHEDULED_PATH}`,
      'List what will happen by itself',
      scheduledSchema,
    ),
    goesOn: true,
  },
  {
    ...get(
      'scheduled.everywhere',
      `/api/${SCHEDULED_PATH}`,
      'List what will happen by itself, in all applications',
      scheduledSchema,
    ),
    goesOn: true,
  },
  {
    ...get('search', `/api${SEARCH_PATH}`, 'Search all applications', searchSchema),
    query: ['q'],
  },
  ...TIMELINE_CALLS,
  get(
    'changes',
    `/api${CHANGES_BY_OTHERS_PATH}`,
    'List records that others have changed',
    changedRecordsSchema,
  ),
  {
    id: 'changes.read',
    path: `/api${MARK_CHANGES_READ_PATH}`,
    method: 'POST',
    status: 201,
    summary: 'Mark changes as read',
    body: readUpToBody,
    answers: readUpToSchema,
  },
  get('openapi', `/api/${application}/openapi.json`, 'Read this description', z.looseObject({})),
  { ...get('notices', `/api${NOTICES_PATH}`, 'List your notifications', noticesSchema), goesOn: true },
  {
    id: 'notices.choose',
    path: `/api${NOTICES_PATH}`,
    method: 'POST',
    status: 200,
    summary: 'Choose how you are notified',
    body: NoticeChoiceBody,
    answers: writtenSchema,
  },
  ...VIEW_CALLS,
  ...TOKEN_CALLS,
  ...PEOPLE_CALLS,
  get('deputies', `/api${DEPUTIES_PATH}`, 'List your deputies and for whom you are one', deputiesSchema),
  {
    id: 'deputies.name',
    path: `/api${DEPUTIES_PATH}`,
    method: 'POST',
    status: 201,
    summary: 'Name a deputy',
    body: CreateDelegationBody,
    answers: writtenSchema,
  },
  {
    id: 'deputies.end',
    path: `/api${DEPUTIES_PATH}/{id}/end`,
    method: 'POST',
    status: 200,
    summary: 'End a deputation',
    body: EndDelegationBody,
    answers: writtenSchema,
    ids: ['id'],
  },
];
