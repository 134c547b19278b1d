// Page, form, API call and required permission of every kind of route.
import type { z } from 'zod';
import { canTakeAction, hasGrantedRole } from '#domain/permissions.js';
import { canEraseRecords } from '#domain/record/erasure/erase-due-record.js';
import type { ReadRights } from '#query-handling/visibility/read-rights.js';
import type { Action } from '#specification/model/specification.js';
import type { Answer } from '../rendering/answers.js';
import type { ResponseWorkload } from '../rendering/response-workload.js';
import { createBodySchemaByKind, type CreateBodySchema } from '../json/record-bodies.js';
import type { FormProcessor } from './forms/form-processor.js';
import { ACTION_FORM_PROCESSOR, EDIT_FORM_PROCESSOR, OPEN_FORM_PROCESSOR } from './forms/record-form.js';
import { ASSIGN_FORM, COMMENT_FORM, REFUSE_FORM, TAKE_BACK_FORM } from './forms/small-form.js';
import { DONE_RECORD_PARAMETER } from '../addresses/page-addresses.js';
import { resolveRecordRequest, type RecordRequest } from '../requests/record-request.js';
import { describeDoneRecord } from './approvals/describe-done-record.js';
import type { WriteKind } from '../requests/record-submission.js';
import type { RouteKind } from '../addresses/match-route.js';
import type { RouteHandlerContext } from './route-handler-context.js';
import { sendFile } from './send-file.js';
import { showBoard } from '../screens/show-board.js';
import { eraseBody, eraseDueByForm, erasedSchema } from './retention/erase-due-records.js';
import { dueForErasureSchema, showDueForErasure } from './retention/show-due-for-erasure.js';
import {
  actOnSelected,
  assignSelected,
  showSelectionActionForm,
  showSelectionAssignForm,
} from './selection/act-on-selection.js';
import { showCalendar } from '../screens/show-calendar.js';
import { exportList, showList } from '../screens/show-list.js';
import { exportReport, showReport } from '../screens/show-report.js';
import { processMapSchema, showProcessMap } from '../process-map/show-process-map.js';
import { showRecord, watchRecord } from './show-record.js';

interface ApiOperation {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below `/api/:application/:entity`. */
  readonly path: '' | `/:id${string}` | '/reports/:report' | '/calendars/:calendar' | '/retention' | '/map';
  /** On success. */
  readonly status: 200 | 201;
  /** Requires If-Match. */
  readonly versioned: boolean;
}

/** Not a command on a single record. */
export interface ReadOperation extends ApiOperation {
  readonly method: 'GET' | 'POST';
  /** Schemas where the subject is not a record. */
  readonly body?: z.ZodType;
  readonly answers?: z.ZodType;
  readonly kind: ResponseWorkload;
}

export interface WriteOperation extends ApiOperation {
  readonly method: 'POST' | 'PATCH';
  readonly bodyWith: CreateBodySchema;
}

/** GET handler, and how its response grows. */
interface PageRoute {
  readonly kind: ResponseWorkload;
  readonly answer: (exchange: RouteHandlerContext, recordRequest: RecordRequest) => Promise<Answer>;
}

interface RouteEntry {
  readonly page?: PageRoute;
  /** For pages about several records. */
  readonly post?: (exchange: RouteHandlerContext, recordRequest: RecordRequest) => Promise<Answer>;
  /** Whether a role of the person permits it; the domain checks conditions. */
  readonly permits: (rights: ReadRights, action?: Action) => boolean;
}

interface ReadRoute extends RouteEntry {
  readonly api?: ReadOperation;
}

/** Form and API share these. */
interface WriteRoute extends RouteEntry {
  readonly form: FormProcessor;
  readonly api: WriteOperation;
}

type Routes = { readonly [Kind in RouteKind]: Kind extends WriteKind ? WriteRoute : ReadRoute };

const reads = ({ canReadSome }: ReadRights): boolean => canReadSome;

const permitsAction: RouteEntry['permits'] = ({ canReadSome, actor }, action) =>
  canReadSome && (!action || canTakeAction(action, actor));

const erases: RouteEntry['permits'] = ({ canReadSome, specification, entity, actor }) =>
  canReadSome && canEraseRecords(specification, entity, actor);

const get = (path: ApiOperation['path'], kind: ResponseWorkload): ReadOperation => ({
  method: 'GET',
  path,
  status: 200,
  versioned: false,
  kind,
});

const page = (answer: PageRoute['answer']): PageRoute => ({ kind: 'page', answer });

const showBoardWithNotice: PageRoute['answer'] = ({ queries, sources, request, ...rest }, recordRequest) =>
  showBoard({ queries, sources, request, ...rest }, recordRequest, async ({ here }) =>
    describeDoneRecord(queries, {
      done: request.query.get(DONE_RECORD_PARAMETER) ?? undefined,
      here,
      findRecord: async (href) => resolveRecordRequest(request, sources.specifications, href),
      t: recordRequest.t,
    }),
  );

export const ROUTES: Routes = {
  // Listed before records: it cannot be an id.
  retention: {
    page: page(showDueForErasure),
    post: eraseDueByForm,
    api: { ...get('/retention', 'page'), answers: dueForErasureSchema },
    permits: erases,
  },
  eraseDue: {
    api: {
      method: 'POST',
      path: '/retention',
      status: 200,
      versioned: false,
      kind: 'page',
      body: eraseBody,
      answers: erasedSchema,
    },
    permits: erases,
  },
  selectionAction: { page: page(showSelectionActionForm), post: actOnSelected, permits: permitsAction },
  selectionAssign: {
    page: page(showSelectionAssignForm),
    post: assignSelected,
    permits: ({ canReadSome, entity, actor }) =>
      canReadSome && hasGrantedRole(entity.permissions.assign, actor),
  },
  map: {
    // Each reads every trace and holds it in memory.
    page: { kind: 'whole', answer: showProcessMap },
    api: { ...get('/map', 'whole'), answers: processMapSchema },
    permits: reads,
  },
  list: { page: page(showList), api: get('', 'page'), permits: reads },
  export: { page: { kind: 'stream', answer: exportList }, permits: reads },
  board: { page: page(showBoardWithNotice), permits: reads },
  report: { page: page(showReport), api: get('/reports/:report', 'whole'), permits: reads },
  calendar: { page: page(showCalendar), permits: reads },
  feed: { api: get('/calendars/:calendar', 'whole'), permits: reads },
  reportExport: { page: { kind: 'whole', answer: exportReport }, permits: reads },
  record: { page: page(showRecord), api: get('/:id', 'page'), permits: reads },
  live: { page: { kind: 'held open', answer: watchRecord }, permits: reads },
  file: {
    page: { kind: 'small', answer: sendFile },
    api: get('/:id/files/:field/:sha256', 'small'),
    permits: reads,
  },
  form: {
    page: page(OPEN_FORM_PROCESSOR.page),
    form: OPEN_FORM_PROCESSOR,
    api: { method: 'POST', path: '', status: 201, versioned: false, bodyWith: createBodySchemaByKind.form },
    permits: ({ entity, actor }) => hasGrantedRole(entity.permissions.open, actor),
  },
  edit: {
    page: page(EDIT_FORM_PROCESSOR.page),
    form: EDIT_FORM_PROCESSOR,
    api: {
      method: 'PATCH',
      path: '/:id',
      status: 200,
      versioned: true,
      bodyWith: createBodySchemaByKind.edit,
    },
    permits: ({ canReadSome, entity, actor }) =>
      canReadSome && hasGrantedRole(entity.permissions.edit, actor),
  },
  action: {
    page: page(ACTION_FORM_PROCESSOR.page),
    form: ACTION_FORM_PROCESSOR,
    api: {
      method: 'POST',
      path: '/:id/actions/:action',
      status: 200,
      versioned: true,
      bodyWith: createBodySchemaByKind.action,
    },
    permits: permitsAction,
  },
  refuse: {
    form: REFUSE_FORM,
    api: {
      method: 'POST',
      path: '/:id/actions/:action/refuse',
      status: 200,
      versioned: true,
      bodyWith: createBodySchemaByKind.refuse,
    },
    permits: permitsAction,
  },
  takeBack: {
    form: TAKE_BACK_FORM,
    api: {
      method: 'POST',
      path: '/:id/actions/:action/take-back',
      status: 200,
      versioned: false,
      bodyWith: createBodySchemaByKind.takeBack,
    },
    permits: reads,
  },
  comment: {
    form: COMMENT_FORM,
    api: {
      method: 'POST',
      path: '/:id/comments',
      status: 201,
      versioned: false,
      bodyWith: createBodySchemaByKind.comment,
    },
    permits: ({ canReadSome, entity, actor }) =>
      canReadSome && hasGrantedRole(entity.permissions.comment, actor),
  },
  assign: {
    form: ASSIGN_FORM,
    api: {
      method: 'POST',
      path: '/:id/assignee',
      status: 200,
      versioned: true,
      bodyWith: createBodySchemaByKind.assign,
    },
    permits: ({ canReadSome, entity, actor }) =>
      canReadSome && hasGrantedRole(entity.permissions.assign, actor),
  },
};

export const isWriteKind = (kind: RouteKind): kind is WriteKind => 'form' in ROUTES[kind];

export function methodsOf(kind: RouteKind): readonly ('GET' | 'POST')[] {
  const { page: answer, post } = ROUTES[kind];
  return [...(answer ? (['GET'] as const) : []), ...(post || isWriteKind(kind) ? (['POST'] as const) : [])];
}
